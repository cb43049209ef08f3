import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ROOT_CONTEXT, SpanStatusCode } from '@opentelemetry/api'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'

import { withoutPersons } from './active-span.ts'

const memory = new InMemorySpanExporter()
const processor = new SimpleSpanProcessor({ exporter: memory })
const tracer = new TracerProvider({ spanProcessors: [processor] }).getTracer('test')

/** A span as it leaves the shop. */
function exportedSpan(name: string, attributes: Record<string, string>, error?: Error) {
  memory.reset()
  const span = tracer.startSpan(name, { attributes }, ROOT_CONTEXT)
  if (error) {
    span.recordException(error)
    span.setStatus({ code: SpanStatusCode.ERROR, message: error.message })
  }
  span.end()
  const [ended] = memory.getFinishedSpans()
  assert.ok(ended)
  return withoutPersons(ended)
}

const REQUEST = 'BaseServer.handleRequest'

const names: [string, Record<string, string>, string][] = [
  [
    'GET /product/[id]',
    { 'next.span_type': REQUEST, 'next.route': '/product/[id]' },
    'GET /product/[id]',
  ],
  ['GET /account/order/abc?code=1', { 'next.span_type': REQUEST }, 'GET'],
  ['fetch POST https://identity.example/v1/accounts?key=AIza', {}, 'fetch POST identity.example'],
  ['render route (app) /shop?q=王小明', {}, 'render route (app) /shop'],
]

for (const [name, attributes, expected] of names) {
  test(`${name} leaves as ${expected}`, () => {
    assert.equal(exportedSpan(name, attributes).name, expected)
  })
}

test('patterns and states leave, addresses and whatever else is noted do not', () => {
  const kept = { 'http.route': '/shop', 'http.method': 'GET', 'next.route': '/shop' }
  const dropped = {
    'http.target': '/shop?q=王小明',
    'http.url': 'https://a/?key=1',
    'db.document': 'users/1',
  }
  assert.deepEqual(exportedSpan('GET /shop', { ...kept, ...dropped }).attributes, kept)
})

test('an error leaves with name, message and stack, cut to a length', () => {
  const span = exportedSpan('GET /shop', {}, new TypeError('x'.repeat(1000)))
  const [{ attributes = {} } = {}] = span.events
  assert.equal(attributes['exception.type'], 'TypeError')
  assert.equal(String(attributes['exception.message']).length, 300)
  assert.ok(String(attributes['exception.stacktrace']).length <= 3000)
  assert.deepEqual(span.status, { code: SpanStatusCode.ERROR })
})

test('an error of the database leaves without the document that it names', () => {
  const path = 'projects/shop/databases/(default)/documents/users/uid-of-a-member'
  const { events } = exportedSpan('Commit', {}, new Error(`10 ABORTED: Deadlock at ${path}.`))
  const said = JSON.stringify(events)
  assert.match(said, /10 ABORTED: Deadlock at projects/)
  assert.doesNotMatch(said, /uid-of-a-member/)
})
