import { Client, Metadata, type ServiceDefinition, credentials } from '@grpc/grpc-js'

/** A plain client of the protocol, for moving data and for tests of calls that the SDK does not make. */
export interface Caller {
  /** The messages of the answer; a unary call has one. */
  ask(method: string, request: object): Promise<unknown[]>
  close(): void
}

export function connect(
  address: string,
  service: ServiceDefinition,
  authorization = 'Bearer owner',
): Caller {
  const options = { 'grpc.max_receive_message_length': -1 }
  const client = new Client(address, credentials.createInsecure(), options)
  const metadata = new Metadata()
  metadata.set('authorization', authorization)
  const ask = async (name: string, request: object): Promise<unknown[]> => {
    const method = service[name]
    if (!method) throw new Error(`There is no call ${name}.`)
    const { path, requestSerialize, responseDeserialize, responseStream } = method
    if (responseStream) {
      return client
        .makeServerStreamRequest(path, requestSerialize, responseDeserialize, request, metadata)
        .toArray()
    }
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    client.makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      request,
      metadata,
      (error, answer: unknown) => (error ? reject(error) : resolve(answer)),
    )
    return [await promise]
  }
  return { ask, close: () => client.close() }
}
