import type { RequestListener } from 'node:http'
import { createRequire } from 'node:module'

import { z } from 'zod'

const require = createRequire(import.meta.url)

// firebase-tools compiles a validator for each of these; the shop calls the ones below, and leaving the rest out
// (tenants, second factors, passkeys, SAML …) starts the emulator in a third of the time. What is left out answers 404.
const SERVED = [
  '/v1/accounts:createAuthUri',
  '/v1/accounts:delete',
  '/v1/accounts:lookup',
  '/v1/accounts:resetPassword',
  '/v1/accounts:sendOobCode',
  '/v1/accounts:signInWithIdp',
  '/v1/accounts:signInWithPassword',
  '/v1/accounts:signUp',
  '/v1/accounts:update',
  '/v1/projects',
  '/v1/projects/{targetProjectId}/accounts',
  '/v1/projects/{targetProjectId}/accounts:batchCreate',
  '/v1/projects/{targetProjectId}/accounts:batchGet',
  '/v1/projects/{targetProjectId}/accounts:delete',
  '/v1/projects/{targetProjectId}/accounts:lookup',
  '/v1/projects/{targetProjectId}/accounts:update',
  '/v1/projects/{targetProjectId}:createSessionCookie',
  '/v1/recaptchaParams',
  '/v1/token',
  '/v2/passwordPolicy',
  '/v2/recaptchaConfig',
  '/emulator/v1/projects/{targetProjectId}/accounts',
  '/emulator/v1/projects/{targetProjectId}/config',
  '/emulator/v1/projects/{targetProjectId}/oobCodes',
]

const apiSpecModule = z.object({ default: z.object({ paths: z.record(z.string(), z.unknown()) }) })

type CreateApp = (project: string) => Promise<RequestListener>
const serverModule = z.object({
  createApp: z.custom<CreateApp>((value) => typeof value === 'function'),
})

function keepServedPaths(): void {
  const loaded: unknown = require('firebase-tools/lib/emulator/auth/apiSpec')
  // Parsed for its shape only: the emulator reads this very object, so it is changed in place.
  const specModule = z.custom<z.infer<typeof apiSpecModule>>(
    (value) => apiSpecModule.safeParse(value).success,
  )
  const { paths } = specModule.parse(loaded).default
  const missing = SERVED.filter((path) => !(path in paths))
  if (missing.length > 0) {
    throw new Error(
      `This firebase-tools has no ${missing.join(', ')}; see local/sign-in/README.md.`,
    )
  }
  for (const path of Object.keys(paths)) if (!SERVED.includes(path)) delete paths[path]
}

/** The request handler of firebase-tools' Auth emulator, in this process, for one project. */
export async function authEmulator(project: string): Promise<RequestListener> {
  keepServedPaths()
  const { createApp } = serverModule.parse(require('firebase-tools/lib/emulator/auth/server'))
  return createApp(project)
}
