import 'server-only'

import { SpanStatusCode, trace, type Attributes, context, propagation } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace'

import { defined } from '#lib/result.ts'
import { settings } from '#lib/settings/env.ts'

// The packages that send traces are loaded only if traces are sent.

/** Marks the current span as failed, with the log's event and the shopper's code. Does nothing without tracing. */
export function markFailure(event: string, error: unknown, reference?: string): void {
  const span = trace.getActiveSpan()
  if (!span) return
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('shop.event', event)
  if (reference !== undefined) span.setAttribute('shop.reference', reference)
  if (error instanceof Error) span.recordException(error)
}

/** The id of the trace that is being made, 32 hex digits, or undefined if no traces are sent. */
export function activeTrace(): string | undefined {
  return trace.getActiveSpan()?.spanContext().traceId
}

/** Batch interval of spans, in milliseconds. */
const SEND_EVERY = 2_000
const MESSAGE_LENGTH = 300
const STACK_LENGTH = 3_000

// Patterns, states and names alone. An address holds ids, searches and keys of services, so none is kept.
const KEPT = new Set([
  'http.method',
  'http.route',
  'http.status_code',
  'net.peer.name',
  'next.route',
  'next.rsc',
  'next.span_type',
  'error.type',
  'exception.type',
  'shop.event',
  'shop.reference',
])

function withoutAddress(name: string): string {
  return name.replaceAll(/https?:\/\/([^/\s?#]+)\S*/g, '$1').replace(/[?#].*$/, '')
}

// Firestore names the document that was contended for, and a member's document has the member's id.
function withoutDocument(message: string): string {
  return message.replaceAll(/\/documents\/[^\s"']+/g, '/documents/…')
}

function retainedOf(attributes: Attributes): Attributes {
  const kept = Object.entries(attributes).filter(([name]) => KEPT.has(name))
  const { 'exception.message': message, 'exception.stacktrace': stack } = attributes
  return {
    ...Object.fromEntries(kept),
    ...(typeof message === 'string'
      ? { 'exception.message': withoutDocument(message).slice(0, MESSAGE_LENGTH) }
      : {}),
    ...(typeof stack === 'string'
      ? { 'exception.stacktrace': withoutDocument(stack).slice(0, STACK_LENGTH) }
      : {}),
  }
}

// A span without a route is named after the requested path.
function nameOf({ name, attributes }: ReadableSpan): string {
  const isRequest = attributes['next.span_type'] === 'BaseServer.handleRequest'
  if (isRequest && attributes['next.route'] === undefined) return name.split(' ', 1)[0] ?? ''
  return withoutAddress(name)
}

/** A span as it may leave the shop: nothing in it says who somebody is or what they typed. */
export function withoutPersons(span: ReadableSpan): ReadableSpan {
  const { kind, spanContext, startTime, endTime, status, duration, ended } = span
  const { resource, instrumentationScope, droppedAttributesCount, parentSpanContext } = span
  return {
    name: nameOf(span),
    kind,
    spanContext: () => spanContext.call(span),
    ...defined({ parentSpanContext }),
    startTime,
    endTime,
    status: { code: status.code },
    attributes: retainedOf(span.attributes),
    links: [],
    events: span.events.map((event) => ({
      ...event,
      name: withoutAddress(event.name),
      attributes: retainedOf(event.attributes ?? {}),
    })),
    duration,
    ended,
    resource,
    instrumentationScope,
    droppedAttributesCount,
    droppedEventsCount: span.droppedEventsCount,
    droppedLinksCount: span.droppedLinksCount,
  }
}

/**
 * Exports traces to OTEL_EXPORTER_OTLP_ENDPOINT, with OpenTelemetry's standard variables. A dead
 * collector costs nothing.
 */
export function startTraces(): void {
  const service = settings().OTEL_SERVICE_NAME ?? 'ourtee'
  const otlp = new OTLPTraceExporter()
  const exporter: SpanExporter = {
    export: (spans, done) => otlp.export(spans.map(withoutPersons), done),
    shutdown: () => otlp.shutdown(),
    forceFlush: () => otlp.forceFlush(),
  }
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  // Next ends the process itself; what was measured until then still leaves.
  process.once('SIGTERM', () => void provider.forceFlush().catch(() => undefined))
}
