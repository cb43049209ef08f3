import { z } from 'zod'
import { revokeTokens } from './access.ts'
import { disputeRoutes } from './admin-disputes.ts'
import { orderRoutes } from './admin-orders.ts'
import { matches, read, type AdminRoute } from './admin-route.ts'
import { webhookRoutes } from './admin-webhooks.ts'
import type { Desk } from './desk.ts'
import { PayPalError } from './errors.ts'
import { answer, header, type Call, type Reply, parseBody } from './http.ts'
import { operations, scenarios } from './scenarios.ts'
import { accountOf } from './settings.ts'

function listFaults(desk: Desk): Reply {
  return answer(200, { faults: desk.faults.list() })
}

function addFault(desk: Desk, call: Call): Reply {
  return answer(201, desk.faults.add(parseBody(call.body)))
}

function clearFaults(desk: Desk, call: Call): Reply {
  desk.faults.clear({ orderRef: call.query.get('ref') ?? undefined })
  return listFaults(desk)
}

function clearFault(desk: Desk, _call: Call, id: string): Reply {
  desk.faults.clear({ id })
  return listFaults(desk)
}

function expireTokens(desk: Desk): Reply {
  revokeTokens(desk)
  return answer(200, {})
}

function listRequests(desk: Desk, call: Call): Reply {
  return answer(200, { requests: desk.calls.filter(({ refs }) => matches(refs, call)) })
}

const accountSchema = z.strictObject({
  invoiceGuard: z.boolean().optional(),
  refundFees: z.boolean().optional(),
})

function changeAccount(desk: Desk, call: Call): Reply {
  Object.assign(desk.account, read(accountSchema, call))
  return showAccount(desk)
}

function showAccount(desk: Desk): Reply {
  return answer(200, desk.account)
}

function reset(desk: Desk): Reply {
  desk.store.empty()
  desk.faults.clear()
  desk.calls.length = 0
  Object.assign(desk.account, accountOf(desk.settings))
  return answer(200, {})
}

function index(desk: Desk): Reply {
  return answer(200, {
    notice:
      'The remote control of the PayPal stand-in. It listens on this machine only; PayPal has nothing like it.',
    webhooks: desk.store.webhooks.list(),
    operations,
    scenarios,
    calls: routes.map(([method, path]) => `${method} /_local${path}`),
  })
}

const routes: readonly AdminRoute[] = [
  ['GET', '', index],
  ...orderRoutes,
  ...disputeRoutes,
  ...webhookRoutes,
  ['GET', '/faults', listFaults],
  ['POST', '/faults', addFault],
  ['DELETE', '/faults', clearFaults],
  ['DELETE', '/faults/{id}', clearFault],
  ['GET', '/settings', showAccount],
  ['POST', '/settings', changeAccount],
  ['POST', '/tokens/expire', expireTokens],
  ['GET', '/requests', listRequests],
  ['POST', '/reset', reset],
]

function match(call: Call): { route: AdminRoute; id: string } | undefined {
  const asked = call.path.slice('/_local'.length).split('/')
  for (const route of routes) {
    const wanted = route[1].split('/')
    const fits =
      wanted.length === asked.length &&
      wanted.every((part, at) => part === '{id}' || part === asked[at])
    if (route[0] === call.method && fits) return { route, id: asked[wanted.indexOf('{id}')] ?? '' }
  }
  return undefined
}

function refused(error: unknown): Reply {
  if (error instanceof z.ZodError) return answer(400, { error: z.prettifyError(error) })
  if (error instanceof PayPalError) return answer(error.status, { error: error.message })
  return answer(409, { error: error instanceof Error ? error.message : 'This cannot be done now.' })
}

/** Answers the remote control under /_local; undefined for all other addresses. */
export async function answerAdmin(desk: Desk, call: Call): Promise<Reply | undefined> {
  if (call.path !== '/_local' && !call.path.startsWith('/_local/')) return undefined
  // Tests and people call it; a page in the browser has no business here.
  if (header(call, 'origin') !== undefined)
    return answer(403, { error: 'Pages cannot use the remote control.' })
  const found = match(call)
  if (found === undefined) return answer(404, { error: 'GET /_local lists what there is.' })
  try {
    return await found.route[2](desk, call, decodeURIComponent(found.id))
  } catch (error) {
    return refused(error)
  }
}
