import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { at } from './stand-in.fixture.ts'

/** One webhook as it arrived: the bytes and the headers. */
export type Received = { headers: IncomingHttpHeaders; body: Buffer; event: unknown }

/** A shop's webhook address that keeps what it gets, and answers with `status`. */
export class Receiver {
  readonly received: Received[] = []
  status = 200
  url = ''
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      this.received.push({
        headers: request.headers,
        body,
        event: JSON.parse(body.toString('utf8')),
      })
      response.writeHead(this.status).end()
    })
  })

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1')
    await once(this.server, 'listening')
    const bound = this.server.address()
    this.url = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}/api/paypal/webhook`
  }

  types(): unknown[] {
    return this.received.map(({ event }) => at(event, 'event_type'))
  }

  close(): void {
    this.server.close()
    this.server.closeAllConnections()
  }
}
