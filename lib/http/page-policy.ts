import 'server-only'

import { createHash, randomBytes } from 'node:crypto'

import { ANALYTICS } from '../consent/analytics.ts'
import { LANGUAGE_SCRIPT } from '../text/header-labels.ts'
import { type NoncePolicy, noncePolicy } from './security-headers.ts'

const LANGUAGE_HASH = `sha256-${createHash('sha256').update(LANGUAGE_SCRIPT).digest('base64')}`

/**
 * Returns a policy with a new nonce. Next reads it from the request header and adds it to its
 * scripts.
 */
export function newPagePolicy({ trustedTypes }: Pick<NoncePolicy, 'trustedTypes'>): string {
  const build = {
    isLocal: process.env.NEXT_PUBLIC_LOCAL === '1',
    analyticsHosts: ANALYTICS?.hosts ?? [],
    isDevelopment: process.env.NODE_ENV === 'development',
  }
  const nonce = randomBytes(16).toString('base64')
  return noncePolicy(build, { nonce, hashes: [LANGUAGE_HASH], trustedTypes })
}
