import { once } from 'node:events'
import { connect, createServer, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'

import { billedReads } from './billed-reads.ts'

/** A call by its name, the time at which it came, in milliseconds, and the reads that Firestore bills for its answer. */
export type FirestoreCall = { readonly name: string; readonly at: number; readonly reads: number }

/** A Firestore between the shop and its database that counts the calls. */
export type CountingFirestore = {
  readonly address: string
  /** The calls since the last time this was asked, in the order in which they came. */
  readonly take: () => readonly FirestoreCall[]
  readonly stop: () => Promise<void>
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('No port.')
  return address.port
}

/** Passes every call on to the Firestore at `target` (host and port) and remembers its name and what it answered. */
export async function startCountingFirestore(target: string): Promise<CountingFirestore> {
  const upstream = connect(`http://${target}`)
  await once(upstream, 'connect')
  const calls: FirestoreCall[] = []
  const server = createServer()
  const sessions = new Set<{ destroy: () => void }>()
  server.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
  })
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    const name = String(headers[':path']).split('/').at(-1) ?? ''
    const answered: Buffer[] = []
    calls.push({
      name,
      at: Date.now(),
      get reads() {
        return billedReads(name, Buffer.concat(answered))
      },
    })
    const onward = upstream.request({ ...headers, ':authority': target }, { endStream: false })
    stream.pipe(onward)
    stream.on('close', () => onward.close())
    onward.on('response', (answer) => {
      onward.on('trailers', (trailers) => {
        stream.once('wantTrailers', () => stream.sendTrailers(trailers))
      })
      stream.respond(answer, { waitForTrailers: true })
      onward.on('data', (bytes: Buffer) => answered.push(bytes))
      onward.pipe(stream)
    })
    for (const half of [stream, onward]) half.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `127.0.0.1:${portOf(server.address())}`,
    take: () => calls.splice(0),
    stop: async () => {
      for (const session of sessions) session.destroy()
      upstream.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
