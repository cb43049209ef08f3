import 'server-only'

import { Client, Environment } from '@paypal/paypal-server-sdk'

import { settings } from '../../settings/env.ts'
import { paypalProblem } from './problem.ts'

/** How long the shop waits for one answer of PayPal, in milliseconds. */
export const DEADLINE = 10_000

const NO_TOKEN = { accessToken: '', tokenType: 'Bearer', expiry: BigInt(0) }

/** A client whose requests go to another address: the stand-in's, on a laptop. */
class RedirectedClient extends Client {
  // The super constructor calls this method before a field of ours would be set, so the address is read when a request is made.
  override getRequestBuilderFactory(): ReturnType<Client['getRequestBuilderFactory']> {
    const make = super.getRequestBuilderFactory()
    return (...request) => {
      const builder = make(...request)
      builder.interceptRequest((sent) => {
        const { pathname, search } = new URL(sent.url)
        return { ...sent, url: `${settings().PAYPAL_BASE_URL ?? ''}${pathname}${search}` }
      })
      return builder
    }
  }
}

function newClient(): Client {
  const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_ENVIRONMENT, PAYPAL_BASE_URL } = settings()
  const Kind = PAYPAL_BASE_URL ? RedirectedClient : Client
  return new Kind({
    environment: PAYPAL_ENVIRONMENT === 'live' ? Environment.Production : Environment.Sandbox,
    timeout: DEADLINE,
    clientCredentialsAuthCredentials: {
      oAuthClientId: PAYPAL_CLIENT_ID,
      oAuthClientSecret: PAYPAL_CLIENT_SECRET,
      oAuthClockSkew: 60,
      // A rejected token request would poison the SDK's client for the life of the process; an empty token is answered 401 instead.
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
export async function askPaypal(): Promise<void> {
  const manager = paypalClient().clientCredentialsAuthManager
  try {
    await manager.fetchToken()
  } catch (error) {
    throw paypalProblem('token', error)
  }
}
