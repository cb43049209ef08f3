import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { text } from 'node:stream/consumers'

/** A request as it came: method and path, headers, and the body as it was sent. */
type CameRequest = {
  readonly call: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** An answer: its status, and its body as JSON or as the text that it is. */
type ScriptedAnswer = readonly [status: number, body: unknown]

const TOKEN = { access_token: 'token', token_type: 'Bearer', expires_in: 32_400 }

/** A provider on loopback that keeps what came, gives any token, and answers each call as a test prepares it. */
export class ScriptedProvider {
  /** The requests without those for a token. */
  readonly came: CameRequest[] = []
  #address = ''
  readonly #answers = new Map<string, ScriptedAnswer[]>()
  readonly #server = createServer((request, response) => void this.#take(request, response))

  get address(): string {
    return this.#address
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('No port.')
    this.#address = `http://127.0.0.1:${address.port}`
  }

  /** Prepares the answers to a call, such as `GET /v1/x`; the last one stays. */
  answering(call: string, ...answers: readonly ScriptedAnswer[]): void {
    this.#answers.set(call, [...answers])
  }

  /** Forgets what came and what was prepared. */
  reset(): void {
    this.came.length = 0
    this.#answers.clear()
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = `${request.method} ${request.url}`
    const body = await text(request)
    const isToken = call.includes('/token')
    if (!isToken) this.came.push({ call, headers: request.headers, body })
    const [status, answer] = isToken ? [200, TOKEN] : this.#answerTo(call)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  }

  #answerTo(call: string): ScriptedAnswer {
    const prepared = this.#answers.get(call.split('?')[0] ?? '') ?? []
    return (prepared.length > 1 ? prepared.shift() : prepared[0]) ?? [404, { name: 'UNPREPARED' }]
  }
}
