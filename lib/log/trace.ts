import 'server-only'

import { traces } from './log.ts'

/** The trace id of a request: 32 hex digits of `traceparent` (W3C) or `x-cloud-trace-context` (Google). */
export function traceOf(header: (name: string) => string | undefined): string | undefined {
  const input = header('traceparent') ?? header('x-cloud-trace-context') ?? ''
  return /^(?:00-)?([0-9a-f]{32})\b/.exec(input)?.[1]
}

/** Runs `work` so that every line that it logs names the trace, in the form that Cloud Logging links. */
export function withTrace<T>(project: string, trace: string, work: () => T): T {
  return traces.run(`projects/${project}/traces/${trace}`, work)
}
