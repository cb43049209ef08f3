import { once } from 'node:events'
import {
  type ClientHttp2Session,
  connect,
  createServer,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A fault of one call. `before`: not forwarded. `after`: forwarded, with its answer lost. */
export type CallFault =
  | { readonly before: 'hang' | number }
  | { readonly after: 'hang' | number }
  | undefined

/** A call: its name, its bytes, and the bytes of its answer as they arrive. */
export type ProxiedCall = {
  readonly name: string
  readonly body: Buffer
  readonly answered: Buffer[]
}

/** A running proxy in front of a Firestore. */
export type FirestoreProxy = {
  readonly address: string
  readonly stop: () => Promise<void>
}

/** gRPC's code for a database that is away. */
const UNAVAILABLE = 14

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('No port.')
  return address.port
}

function answerCode(stream: ServerHttp2Stream, code: number): void {
  if (stream.destroyed || stream.headersSent) return
  const headers = { 'content-type': 'application/grpc', 'grpc-status': String(code) }
  stream.respond({ ':status': 200, ...headers }, { endStream: true })
}

// One connection, made again after the database was killed.
function upstreamOf(target: string): { get: () => ClientHttp2Session; end: () => void } {
  let session: ClientHttp2Session | undefined
  return {
    get: () => {
      if (!session || session.closed || session.destroyed) {
        session = connect(`http://${target}`)
        session.on('error', () => {})
      }
      return session
    },
    end: () => session?.destroy(),
  }
}

function passOn(
  stream: ServerHttp2Stream,
  call: ProxiedCall & { readonly headers: IncomingHttpHeaders },
  { upstream, target, fault }: { upstream: ClientHttp2Session; target: string; fault: CallFault },
): void {
  const onward = upstream.request({ ...call.headers, ':authority': target })
  onward.end(call.body)
  stream.on('close', () => onward.close())
  onward.on('error', () => {})
  // The database was killed meanwhile; an answer that is half way can only be cut off.
  onward.on('close', () => {
    if (fault || onward.readableEnded) return
    if (stream.headersSent) stream.close()
    else answerCode(stream, UNAVAILABLE)
  })
  onward.on('response', (answer) => {
    if (fault) {
      onward.resume()
      if ('after' in fault && fault.after !== 'hang') {
        const { after } = fault
        onward.on('end', () => answerCode(stream, after))
      }
      return
    }
    // A refusal comes whole with the headers: nothing follows.
    if (answer['grpc-status'] !== undefined) {
      onward.resume()
      stream.respond(answer, { endStream: true })
      return
    }
    onward.on('trailers', (trailers) => {
      stream.once('wantTrailers', () => stream.sendTrailers(trailers))
    })
    stream.respond(answer, { waitForTrailers: true })
    onward.on('data', (bytes: Buffer) => call.answered.push(bytes))
    onward.pipe(stream)
  })
}

/** Passes every call on to the Firestore at `target` (host and port), unless `decide` returns a fault for it. */
export async function startFirestoreProxy(
  target: string,
  decide: (call: ProxiedCall) => CallFault,
): Promise<FirestoreProxy> {
  const upstream = upstreamOf(target)
  const server = createServer()
  const sessions = new Set<{ destroy: () => void }>()
  server.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
  })
  const take = async (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    const name = String(headers[':path']).split('/').at(-1) ?? ''
    const call: ProxiedCall = { name, body: await buffer(stream), answered: [] }
    const fault = decide(call)
    if (!fault || 'after' in fault) {
      passOn(stream, { ...call, headers }, { upstream: upstream.get(), target, fault })
    } else if (fault.before !== 'hang') answerCode(stream, fault.before)
  }
  server.on('stream', (stream, headers) => {
    stream.on('error', () => {})
    take(stream, headers).catch(() => answerCode(stream, UNAVAILABLE))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `127.0.0.1:${portOf(server.address())}`,
    stop: async () => {
      for (const session of sessions) session.destroy()
      upstream.end()
      server.close()
      await once(server, 'close')
    },
  }
}
