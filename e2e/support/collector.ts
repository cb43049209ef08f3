import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

import { z } from 'zod'

import { listen } from '../../packages/stand-in/ports.ts'

const attribute = z.object({
  key: z.string(),
  value: z.object({ stringValue: z.string().optional() }).loose(),
})
const spanSchema = z.object({
  traceId: z.string(),
  name: z.string(),
  attributes: z.array(attribute).default([]),
  status: z.object({ code: z.number().default(0) }).default({ code: 0 }),
  events: z.array(z.object({ name: z.string() })).default([]),
})
const batchSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
})

/** A span as a collector got it. */
export type CollectedSpan = z.infer<typeof spanSchema>

/** A collector of traces on this machine: OTLP over HTTP in JSON, as OpenTelemetry describes it. */
export type Collector = {
  readonly address: string
  readonly spans: () => readonly CollectedSpan[]
  /** Everything that came, as text: addresses, headers and bodies. */
  readonly said: () => string
  readonly close: () => Promise<void>
}

/** Starts a collector on a free port. */
export async function startCollector(): Promise<Collector> {
  const came: string[] = []
  const spans: CollectedSpan[] = []
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    came.push(`${request.method} ${request.url} ${request.headers.authorization}`, body)
    const { resourceSpans } = batchSchema.parse(JSON.parse(body))
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans).flatMap((s) => s.spans))
    response.setHeader('content-type', 'application/json').end('{}')
  }
  const server = createServer((request, response) => void take(request, response))
  const address = await listen(server, 0)
  return {
    address,
    spans: () => spans,
    said: () => came.join('\n'),
    close: async () => {
      server.closeAllConnections()
      await server[Symbol.asyncDispose]()
    },
  }
}
