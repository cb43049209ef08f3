import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'

/** A request as it came: method and path, headers, and the body as it was sent. */
export type CameRequest = {
  readonly call: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** An answer: its status, and its body as JSON or as the text that it is. */
export type ScriptedAnswer = readonly [status: number, body: unknown]

/** A server on loopback that keeps what came and answers each call as `answerTo` says. */
export async function startScriptedServer(answerTo: (call: string) => ScriptedAnswer) {
  const came: CameRequest[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const call = `${request.method} ${request.url}`
      came.push({ call, headers: request.headers, body })
      const [status, answer] = answerTo(call)
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { came, address: `http://127.0.0.1:${address.port}`, stop }
}
