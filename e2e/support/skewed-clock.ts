// Loaded before a server (`--import`): its clock is so many milliseconds wrong.

const skew = Number(process.env['SKEW_MS'])
const Right = Date

class SkewedDate extends Right {
  constructor(...given: readonly [] | ConstructorParameters<typeof Right>) {
    if (given.length === 0) super(Right.now() + skew)
    else super(...given)
  }

  static override now(): number {
    return Right.now() + skew
  }
}

Object.defineProperty(globalThis, 'Date', { value: SkewedDate })
