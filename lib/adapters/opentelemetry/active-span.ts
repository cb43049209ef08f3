import 'server-only'

import { SpanStatusCode, trace } from '@opentelemetry/api'

// Apart from traces.ts, whose packages are loaded only where traces are sent.

/** Marks the current span as failed, with the log's event and the shopper's code. Does nothing without tracing. */
export function markFailure(event: string, error: unknown, reference?: string): void {
  const span = trace.getActiveSpan()
  if (!span) return
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('shop.event', event)
  if (reference !== undefined) span.setAttribute('shop.reference', reference)
  if (error instanceof Error) span.recordException(error)
}

/** The id of the trace that is being made, 32 hex digits; nothing where no traces are sent. */
export function activeTrace(): string | undefined {
  return trace.getActiveSpan()?.spanContext().traceId
}
