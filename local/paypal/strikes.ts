import { setTimeout as wait } from 'node:timers/promises'
import { PayPalError, refusal, type ErrorStatus, type Issue } from './errors.ts'
import type { Reply } from './http.ts'
import type { Fault, ScenarioName } from './scenarios.ts'

const statuses: Partial<Record<ScenarioName, ErrorStatus>> = {
  '500': 500,
  '503': 503,
  '429': 429,
  '401': 401,
}

const issues: Partial<Record<ScenarioName, Issue>> = {
  decline: 'INSTRUMENT_DECLINED',
  'duplicate-invoice': 'DUPLICATE_INVOICE_ID',
  'forget-order': 'INVALID_RESOURCE_ID',
}

/** A scenario that strikes before anything has happened: it refuses, or tells how not to answer. */
export async function strikeBefore(fault: Fault | undefined): Promise<Reply | undefined> {
  if (fault === undefined) return undefined
  if (fault.name === 'drop') return { kind: 'close' }
  if (fault.name === 'hang') return { kind: 'silence' }
  if (fault.name === 'slow') await wait(fault.delayMs, undefined, { ref: false })
  const status = statuses[fault.name]
  if (status !== undefined) throw new PayPalError(status)
  const issue = fault.name === 'issue' ? fault.issue : issues[fault.name]
  if (issue !== undefined) throw refusal(issue)
  return undefined
}

function withDecimals(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body).replaceAll(/"value":"(-?\d+)"/g, '"value":"$1.00"'))
}

/** A scenario that strikes after the act: only the answer suffers. */
export function strikeAfter(fault: Fault | undefined, reply: Reply): Reply {
  if (reply.kind !== 'answer') return reply
  switch (fault?.name) {
    case 'lose-reply':
      return { kind: 'close' }
    case 'hang-after-acting':
      return { kind: 'silence' }
    case '500-after-acting':
      throw new PayPalError(500)
    case 'bad-reply':
      return { ...reply, body: { id: 17, status: [], purchase_units: 'none' } }
    case 'decimal-amounts':
      return { ...reply, body: withDecimals(reply.body) }
    default:
      return reply
  }
}
