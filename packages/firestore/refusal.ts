import { status } from '@grpc/grpc-js'

/** An answer with a gRPC status; any other error is a fault of this server (13). */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: status

  constructor(code: status, message: string) {
    super(message)
    this.code = code
  }
}

export const refusal = (code: keyof typeof status, message: string) =>
  new Refusal(status[code], message)

export const notServed = (what: string) =>
  refusal('UNIMPLEMENTED', `${what} is not served here; Google's emulator can stand in.`)
