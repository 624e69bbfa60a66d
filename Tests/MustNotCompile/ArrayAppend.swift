/// Grows an array.
@_noLocks
func render(_ history: inout [Float], _ sample: Float) { history.append(sample) }
