/// Calls a function that is itself not fit for the audio thread.
@inline(never)
func describe(_ sample: Float) -> Int { String(sample).count }

@_noLocks
func render(_ sample: Float) -> Int { describe(sample) }
