import 'server-only'

import { randomUUID } from 'node:crypto'

import { z } from 'zod'

import { sendMessage, smtpProblem } from '#lib/adapters/smtp/send.ts'
import { BRAND } from '#lib/company/company.ts'
import { CONTACT_EMAIL } from '#lib/company/purchase-terms.ts'
import type { Trade } from '#lib/company/trade-schema.ts'
import { missingProof, type Product, unknownFacts } from '#lib/product/product.ts'
import type { Settings } from '#lib/settings/env.ts'

/** One thing that a deployment needs: it is there, it is missing with what to do about it, or it can't be seen from here. */
export type DoctorCheck =
  | { readonly name: string; readonly state: 'good' }
  | {
      readonly name: string
      readonly state: 'missing' | 'unseen'
      readonly advice: string
      /** True for a fact that only the owner knows and adds to content/. */
      readonly isFact?: boolean
    }

/** A check that is good when `problem` is nothing, else missing for that reason. */
export function check(name: string, problem: string | undefined): DoctorCheck {
  return problem === undefined
    ? { name, state: 'good' }
    : { name, state: 'missing', advice: problem }
}

/** A check that can't be made from here, and why. */
export function unseen(name: string, advice: string): DoctorCheck {
  return { name, state: 'unseen', advice }
}

/** Marks a check as one of the owner's facts. */
export function ownersFact(one: DoctorCheck): DoctorCheck {
  return one.state === 'missing' ? { ...one, isFact: true } : one
}

/** The checks of a service; one row where it gave none in time, as without a network, or broke. */
export async function inTime(
  name: string,
  checks: Promise<readonly DoctorCheck[]>,
  milliseconds: number,
): Promise<readonly DoctorCheck[]> {
  const { promise: late, resolve } = Promise.withResolvers<readonly DoctorCheck[]>()
  const advice = `${name} gave no answer within ${milliseconds / 1000} seconds: look whether this machine has a network.`
  const timer = setTimeout(() => resolve([check(name, advice)]), milliseconds)
  const broken = (error: unknown) => {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    return [check(name, `${name} could not be asked: ${why}`)]
  }
  return Promise.race([checks.catch(broken), late]).finally(() => clearTimeout(timer))
}

const MARKS = { good: '✓', missing: '✗', unseen: '–' } as const

/** All checks as lines, then what is missing as steps in the order in which to take them. */
export function checksText(checks: readonly DoctorCheck[]): string {
  const lines = checks.map((one) =>
    one.state === 'unseen'
      ? `${MARKS.unseen} ${one.name}: ${one.advice}`
      : `${MARKS[one.state]} ${one.name}`,
  )
  const missing = checks.flatMap((one) => (one.state === 'missing' ? [one] : []))
  if (missing.length === 0) return [...lines, '', 'Nothing is missing.'].join('\n')
  const steps = missing.filter(({ isFact }) => !isFact)
  const facts = missing.filter(({ isFact }) => isFact)
  // One cause may fail several checks.
  const advices = [...new Set(steps.map(({ advice }) => advice))]
  const numbered = advices.map((advice, index) => `${index + 1}. ${advice}`)
  return [
    ...lines,
    ...(steps.length === 0 ? [] : ['', 'What is missing, step by step:', ...numbered]),
    ...(facts.length === 0
      ? []
      : ['', 'Facts that only the owner knows:', ...facts.map(({ advice }) => `- ${advice}`)]),
  ].join('\n')
}

/** Whether nothing is missing; what can't be seen is not held against a deployment. */
export function isComplete(checks: readonly DoctorCheck[]): boolean {
  return checks.every(({ state }) => state !== 'missing')
}

/** Deadline of one service call, in milliseconds. */
const DEADLINE = 10_000

/** A service's answer: status (0 without an answer) and the body when it is JSON. */
export type CheckAnswer = { readonly status: number; readonly body: unknown }

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}

/** Asks a service and never throws: no answer within ten seconds is status 0. Redirects are answers, not followed. */
export async function readAnswer(
  url: string,
  { token, ...init }: RequestInit & { readonly token?: string } = {},
): Promise<CheckAnswer> {
  const headers = new Headers(init.headers)
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  const signal = AbortSignal.timeout(DEADLINE)
  try {
    const response = await fetch(url, { redirect: 'manual', ...init, headers, signal })
    return { status: response.status, body: await bodyOf(response) }
  } catch {
    return { status: 0, body: undefined }
  }
}

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

const ADVICE = 'Set SMTP_URL to the server, user and password of your mail provider'

// Error codes of an unreachable mail server.
const UNREACHED = /\b(EDNS|ECONNECTION|ECONNREFUSED|ENOTFOUND|ETIMEDOUT|ESOCKET)\b/

function serverAdvice(problem: string): string {
  return UNREACHED.test(problem)
    ? `${ADVICE}, and look whether this machine reaches it: it was not reached (${problem}).`
    : `${ADVICE}; it answered the shop with ${problem}.`
}

async function testMail(settings: Settings): Promise<DoctorCheck> {
  const { OWNER_EMAIL: address = '', MAIL_FROM: from = '' } = settings
  const host = new URL(settings.NEXT_PUBLIC_SITE_URL).hostname
  const outcome = await sendMessage({
    messageId: `<test-${randomUUID()}@${host}>`,
    from: { name: BRAND, address: from },
    to: { name: '', address },
    replyTo: CONTACT_EMAIL,
    subject: `${BRAND} 的測試信`,
    text: '這封信由 npm run doctor 寄出：商店寄得出信。\n',
    html: '<p>這封信由 npm run doctor 寄出：商店寄得出信。</p>',
  })
  const name = 'Test mail to OWNER_EMAIL: look whether it came'
  if (outcome.kind === 'sent') return check(name, undefined)
  return check(
    name,
    `Set MAIL_FROM and OWNER_EMAIL to addresses that your mail provider takes: ${outcome.problem}.`,
  )
}

/** Checks that the mail server lets the shop in; with `sendsTest` it also sends the owner a mail. */
export async function verifyMail(
  input: Settings,
  sendsTest: boolean,
): Promise<readonly DoctorCheck[]> {
  if (input.SMTP_URL === 'none') return [unseen('Mails', 'SMTP_URL says that this shop sends none')]
  const problem = await smtpProblem()
  const server = check('Mail server', problem && serverAdvice(problem))
  return problem === undefined && sendsTest ? [server, await testMail(input)] : [server]
}

const serviceSchema = z.object({ answers: z.boolean() })
const healthSchema = z.object({ firestore: serviceSchema, paypal: serviceSchema })

function healthProblem(status: number, body: unknown): string | undefined {
  if (status === 200) return undefined
  const health = healthSchema.safeParse(body).data
  if (!health) return undefined
  const away = Object.entries(health).flatMap(([name, { answers }]) => (answers ? [] : [name]))
  return `The running shop gets no answer from ${away.join(' and ')}: compare its settings and its network with these.`
}

/** Checks that the shop answers at its address, reaches its services, and keeps the sweep to its scheduler; changes nothing. */
export async function verifySite(site: string): Promise<readonly DoctorCheck[]> {
  const [health, sweep] = await Promise.all([
    readAnswer(`${site}/api/health`),
    readAnswer(`${site}/api/sweep`, { method: 'POST' }),
  ])
  if (health.status !== 200 && health.status !== 503) {
    const problem =
      health.status === 0
        ? `Nothing answers at ${site}: point its DNS at the host, and start the shop.`
        : `${site}/api/health answered ${health.status}: something else than this shop is there.`
    return [check(`Site ${site}`, problem)]
  }
  return [
    check(`Site ${site}`, undefined),
    check('The running shop reaches its services', healthProblem(health.status, health.body)),
    check(
      'The sweep is closed to strangers',
      sweep.status === 401
        ? undefined
        : `POST ${site}/api/sweep answered a stranger ${sweep.status} instead of 401: look at what stands in front of the shop.`,
    ),
  ]
}

const NO_ACTION_KEY =
  'Set it to what `openssl rand -base64 32` prints, for the build and for the server: without it each deployment changes the names of all server actions, and every page that is open then has to be loaded anew.'

const NO_PREFIX =
  'Set it before the first order to two or three capital letters or digits that no other shop or test at your PayPal, LINE Pay and ECPay accounts has, such as OT1, and never change it: orders with the same number are refused at PayPal, and share their invoice at ECPay.'

/** Whether this installation's numbers at the providers are its own. */
export function verifyProviderPrefix({
  mode,
  PROVIDER_PREFIX: prefix,
}: {
  readonly mode: 'local' | 'production'
  readonly PROVIDER_PREFIX?: string | undefined
}): readonly DoctorCheck[] {
  if (mode === 'local') return []
  return [check('PROVIDER_PREFIX', prefix === undefined ? NO_PREFIX : undefined)]
}

/** Whether builds name their server actions alike: a build without this setting invents a key of its own. */
export function verifyActionKey({
  mode,
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: key,
}: {
  readonly mode: 'local' | 'production'
  readonly NEXT_SERVER_ACTIONS_ENCRYPTION_KEY?: string | undefined
}): readonly DoctorCheck[] {
  if (mode === 'local') return []
  return [
    check('NEXT_SERVER_ACTIONS_ENCRYPTION_KEY', key === undefined ? NO_ACTION_KEY : undefined),
  ]
}

const SELLER_FACTS = ['representative', 'address', 'phone'] as const

type Goods = readonly Pick<Product, 'id' | 'facts' | 'photos' | 'renderings'>[]

/**
 * Checks facts that only the owner knows: the seller (Consumer Protection Act, art. 18) and
 * garments.
 */
export function verifyContent(
  trade: Pick<Trade, (typeof SELLER_FACTS)[number] | 'tax_id'>,
  products: Goods,
): DoctorCheck[] {
  const seller = SELLER_FACTS.filter((name) => trade[name] === '')
  const sellerProblem =
    seller.length === 0
      ? undefined
      : `Fill in ${seller.join(', ')} in content/info/trade.md: a seller must tell them (Consumer Protection Act, art. 18).`
  const garments = products.map(({ id, facts }) => {
    const unknown = unknownFacts({ facts })
    const problem = `Fill in facts: ${unknown.join(', ')} in content/products/${id}.md: its page leaves them out.`
    return check(`Facts of ${id}`, unknown.length === 0 ? undefined : problem)
  })
  const photographs = products.map((product) => {
    const isMissing = missingProof(product).includes('photograph')
    const problem = `Add photos to content/products/${product.id}.md, best with a wearer (height, size): nobody believes a shirt that only a computer has drawn.`
    return check(`Photographs of ${product.id}`, isMissing ? problem : undefined)
  })
  const taxProblem = trade.tax_id
    ? undefined
    : 'Fill in tax_id in content/info/trade.md before anything is sold: the name and the tax id must stand on the selling page (Tax Registration Rules, art. 4-1; Consumer Protection Act, art. 18).'
  return [
    check('Name and tax id of the seller', taxProblem),
    ...[check('Facts of the seller', sellerProblem), ...garments, ...photographs].map(ownersFact),
  ]
}

const DAY = 24 * 60 * 60 * 1000

/** In days: a token that ends sooner is to be replaced now. */
const TOKEN_LEFT = 14

/**
 * Whether the token of the editor still writes, and until which day: GitHub names it in a header. A
 * token without an end has none.
 */
export async function verifyContentToken(
  {
    repository,
    token,
    api,
  }: { readonly repository: string; readonly token: string; readonly api: string },
  now: Date,
): Promise<DoctorCheck> {
  const name = 'Git host for the editor (CONTENT_TOKEN)'
  const renew =
    'Make a new fine-grained token for this repository (GitHub → Settings → Developer settings → Fine-grained tokens, Contents: read and write) and set CONTENT_TOKEN.'
  const response = await fetch(`${api}/repos/${repository}`, {
    headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' },
    signal: AbortSignal.timeout(8000),
    redirect: 'error',
  })
  await response.arrayBuffer()
  if (response.status === 401) return check(name, `The token has ended. ${renew}`)
  if (response.status !== 200) {
    return check(name, `GitHub answered ${response.status} for ${repository}. ${renew}`)
  }
  const end = response.headers.get('github-authentication-token-expiration')
  if (end === null) return check(name, undefined)
  const day = end.slice(0, 10)
  const left = Math.floor((Date.parse(day) - now.getTime()) / DAY)
  if (left < TOKEN_LEFT) return check(name, `The token ends on ${day}. ${renew}`)
  return check(`${name}, until ${day}`, undefined)
}
