/// Four samples side by side, one of each of four voices: what one vector register holds.
public typealias Lanes = SIMD4<Float>
