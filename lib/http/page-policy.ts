import 'server-only'

import { createHash, randomBytes } from 'node:crypto'

import { ANALYTICS } from '../consent/analytics.ts'
import { CONSENT_SCRIPT } from '../consent/consent.ts'
import { LANGUAGE_SCRIPT } from '../text/header-labels.ts'
import { type NoncePolicy, noncePolicy } from './security-headers.ts'

const hashOf = (script: string) => `sha256-${createHash('sha256').update(script).digest('base64')}`
const HASHES = [LANGUAGE_SCRIPT, CONSENT_SCRIPT].map(hashOf)

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
  return noncePolicy(build, { nonce, hashes: HASHES, trustedTypes })
}
