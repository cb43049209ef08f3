import 'server-only'

import { Agent } from 'node:https'
import { connect } from 'node:net'

import { ApiError, ArgumentsValidationError, Client, Environment } from '@paypal/paypal-server-sdk'
import { z } from 'zod'

import { type ProblemKind, ProviderProblem } from '#lib/payment/provider.ts'
import { settings } from '#lib/settings/env.ts'
import { parseJson } from '#lib/text/json-shape.ts'

const errorBodySchema = z.object({
  name: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.array(z.object({ issue: z.string() })).optional(),
})

// Issues of PayPal's Orders API that are no plain refusal of this attempt.
const ISSUES: Readonly<Record<string, ProblemKind>> = {
  ORDER_ALREADY_CAPTURED: 'read-back',
  DUPLICATE_REQUEST_ID: 'read-back',
  ORDER_NOT_APPROVED: 'not-approved',
  DUPLICATE_INVOICE_ID: 'duplicate',
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: 'final',
}

// PayPal's own names of a resource that it does not have; another 404 comes from another address.
const MISSING = new Set(['RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID'])

function kindOf(status: number, issue: string): ProblemKind {
  // After these the request may have been executed.
  if (status >= 500 || [401, 408, 409, 429].includes(status)) return 'unknown'
  if (status === 404) return MISSING.has(issue) ? 'missing' : 'unknown'
  return ISSUES[issue] ?? 'refused'
}

// Why nothing was answered, such as ECONNREFUSED; only the code of an error is free of tokens.
function reasonOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth === 3) return 'Error'
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause === undefined ? error.name : reasonOf(error.cause, depth + 1)
}

/**
 * End of the second of PayPal's Date header (RFC 9110), so nothing before its answer is later.
 * Undefined without one.
 */
function answeredAt(headers: Readonly<Record<string, string>>): string | undefined {
  const second = Date.parse(headers.date ?? headers.Date ?? '')
  return Number.isNaN(second) ? undefined : new Date(second + 999).toISOString()
}

/** Any failure of an SDK call as a ProviderProblem; SDK errors themselves carry tokens and must not travel further. */
export function paypalProblem(what: string, error: unknown): ProviderProblem {
  if (!(error instanceof ApiError)) {
    // A request that the SDK refuses was never sent. The SDK's errors are all called 'Error'.
    const isUnsent = error instanceof ArgumentsValidationError
    const issue = isUnsent ? 'ArgumentsValidationError' : reasonOf(error)
    return new ProviderProblem(what, { kind: isUnsent ? 'refused' : 'unknown', issue })
  }
  const body = typeof error.body === 'string' ? parseJson(error.body) : undefined
  const { name, debug_id, details } = errorBodySchema.catch({}).parse(body)
  const issue = details?.[0]?.issue ?? name ?? 'UNKNOWN'
  return new ProviderProblem(what, {
    kind: kindOf(error.statusCode, issue),
    status: error.statusCode,
    issue,
    debugId: debug_id ?? error.headers['paypal-debug-id'],
    at: answeredAt(error.headers),
  })
}

/** Deadline of a PayPal call, in milliseconds. */
export const DEADLINE = 10_000

const NO_TOKEN = { accessToken: '', tokenType: 'Bearer', expiry: BigInt(0) }

/** Connects to the stand-in instead of PayPal, without TLS. */
class StandInAgent extends Agent {
  readonly #address: URL

  constructor(address: string) {
    super({ keepAlive: true })
    this.#address = new URL(address)
  }

  override createConnection() {
    const { hostname, port } = this.#address
    return connect(Number(port), hostname.replaceAll(/[[\]]/g, ''))
  }
}

const ENVIRONMENTS = { live: Environment.Production, sandbox: Environment.Sandbox } as const

function newClient(): Client {
  const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_ENVIRONMENT, PAYPAL_BASE_URL } = settings()
  return new Client({
    ...(PAYPAL_BASE_URL
      ? {
          httpClientOptions: { httpsAgent: new StandInAgent(PAYPAL_BASE_URL) },
          // A proxy in the environment would pass the agent by, and reach PayPal.
          unstable_httpClientOptions: { proxy: false },
        }
      : {}),
    environment: ENVIRONMENTS[PAYPAL_ENVIRONMENT],
    timeout: DEADLINE,
    clientCredentialsAuthCredentials: {
      oAuthClientId: PAYPAL_CLIENT_ID,
      oAuthClientSecret: PAYPAL_CLIENT_SECRET,
      oAuthClockSkew: 60,
      // The SDK's client never recovers from a rejected token request; an empty token gets a 401 instead.
      oAuthTokenProvider: async (last, manager) => {
        try {
          return await manager.updateToken(last)
        } catch {
          return NO_TOKEN
        }
      },
    },
  })
}

let current: Client | undefined

/** The one PayPal client of this process. */
export function paypalClient(): Client {
  current ??= newClient()
  return current
}

/** Forgets the client with its token: the SDK does not renew a token that PayPal refuses. */
export function renewPaypalClient(): void {
  current = undefined
}

/** Asks PayPal for a new token, and rejects when it gives none: neither reachable nor wrong credentials go unseen. */
export async function callPaypal(): Promise<void> {
  const manager = paypalClient().clientCredentialsAuthManager
  try {
    await manager.fetchToken()
  } catch (error) {
    throw paypalProblem('token', error)
  }
}
