import { z } from 'zod'

import { check, type DoctorCheck, unseen } from './check.ts'
import { type CheckAnswer, readAnswer } from './read-answer.ts'

/** Address of the sign-in service's administration, and the expected answers. */
export type SignInAt = {
  readonly identity: string
  readonly project: string
  readonly token: string
  readonly apiKey: string
  readonly host: string
}

const configSchema = z.object({
  signIn: z
    .object({ email: z.object({ enabled: z.boolean().default(false) }).optional() })
    .optional(),
  authorizedDomains: z.array(z.string()).default([]),
  emailPrivacyConfig: z
    .object({ enableImprovedEmailPrivacy: z.boolean().default(false) })
    .optional(),
})

const providersSchema = z.object({
  defaultSupportedIdpConfigs: z
    .array(z.object({ name: z.string(), enabled: z.boolean().default(false) }))
    .default([]),
})

const PROVIDERS = { 'google.com': 'Google', 'facebook.com': 'Facebook' } as const
const CONSOLE = 'Firebase console → Authentication'

function projectProblem({ status }: CheckAnswer, project: string): string | undefined {
  if (status === 200) return undefined
  if (status === 0) return 'Google does not answer: check that this machine reaches the internet.'
  if (status === 403) {
    return `Give the service account the role Firebase Admin in project ${project} (Google Cloud console → IAM), and enable the Identity Toolkit API there.`
  }
  if (status === 404) {
    return `Open ${CONSOLE} of project ${project} and press Get started, or correct FIREBASE_PROJECT_ID.`
  }
  return `The sign-in service answered ${status} for project ${project}: check FIREBASE_PROJECT_ID and the service account.`
}

function configChecks(body: unknown, host: string): DoctorCheck[] {
  const config = configSchema.catch({ authorizedDomains: [] }).parse(body)
  const hasPrivacy = config.emailPrivacyConfig?.enableImprovedEmailPrivacy === true
  return [
    check(
      'Sign-in by e-mail and password',
      config.signIn?.email?.enabled === true
        ? undefined
        : `Enable Email/Password: ${CONSOLE} → Sign-in method.`,
    ),
    check(
      `Authorized domain ${host}`,
      config.authorizedDomains.includes(host)
        ? undefined
        : `Add ${host}: ${CONSOLE} → Settings → Authorized domains.`,
    ),
    check(
      'Protection against e-mail enumeration',
      hasPrivacy
        ? undefined
        : `Switch on Email enumeration protection: ${CONSOLE} → Settings → User actions.`,
    ),
  ]
}

function providerChecks(body: unknown): DoctorCheck[] {
  const { defaultSupportedIdpConfigs: found } = providersSchema
    .catch({ defaultSupportedIdpConfigs: [] })
    .parse(body)
  return Object.entries(PROVIDERS).map(([id, name]) =>
    check(
      `Sign-in by ${name}`,
      found.some((one) => one.name.endsWith(`/${id}`) && one.enabled)
        ? undefined
        : `Enable ${name} with its app id and secret: ${CONSOLE} → Sign-in method.`,
    ),
  )
}

async function keyCheck({ identity, apiKey }: SignInAt): Promise<DoctorCheck> {
  const { status } = await readAnswer(`${identity}/v1/projects?key=${encodeURIComponent(apiKey)}`)
  const name = 'The web API key'
  // A key that is restricted to the shop's pages refuses everybody else, as it should.
  if (status === 403) return unseen(name, 'it answers only to the pages it is restricted to')
  return check(
    name,
    status === 200
      ? undefined
      : 'Set FIREBASE_API_KEY to the apiKey of the web app: Firebase console → Project settings → General → Your apps.',
  )
}

/** Checks that the project has sign-in as the shop needs it: the ways in, the shop's host, the key; changes nothing. */
export async function verifySignIn(at: SignInAt): Promise<readonly DoctorCheck[]> {
  const { identity, project, token, host } = at
  const admin = `${identity}/admin/v2/projects/${project}`
  const [config, providers, key] = await Promise.all([
    readAnswer(`${admin}/config`, { token }),
    readAnswer(`${admin}/defaultSupportedIdpConfigs?pageSize=100`, { token }),
    keyCheck(at),
  ])
  const problem = projectProblem(config, project)
  const reached = check(`Firebase project ${project}`, problem)
  if (problem !== undefined) return [reached, key]
  return [reached, key, ...configChecks(config.body, host), ...providerChecks(providers.body)]
}
