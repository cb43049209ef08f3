import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { after, before } from 'node:test'

import { listen } from '../stand-in/ports.ts'
import { StandIn } from './stand-in.fixture.ts'

/** A webhook as it arrived. */
export type ReceivedEvent = { headers: IncomingMessage['headers']; body: Buffer; event: unknown }

/** A shop's webhook address that keeps what it gets and answers with `status`. */
export class Receiver {
  readonly received: ReceivedEvent[] = []
  status = 200
  url = ''
  private readonly server = createServer((...exchange) => void this.take(...exchange))

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    this.received.push({ headers: request.headers, body, event: JSON.parse(body.toString()) })
    response.writeHead(this.status).end()
  }

  async start(): Promise<void> {
    this.url = `${await listen(this.server)}/webhook`
  }

  /** The events that mention an id, the oldest first. */
  of(ref: string): ReceivedEvent[] {
    return this.received.filter(({ body }) => body.includes(ref))
  }

  close(): void {
    this.server.close()
    this.server.closeAllConnections()
  }
}

/** A stand-in that sends its webhooks to a receiver, for the tests of one file. */
export function standInWithReceiver(...flags: readonly string[]) {
  const receiver = new Receiver()
  const standIn = new StandIn(...flags)
  before(async () => {
    await receiver.start()
    standIn.flags.push('--webhook-url', receiver.url)
    await standIn.start()
  })
  after(async () => {
    await standIn.close()
    receiver.close()
  })
  return { receiver, standIn }
}
