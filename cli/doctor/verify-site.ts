import 'server-only'

import { z } from 'zod'

import { check, type DoctorCheck, readAnswer } from './check.ts'

const serviceSchema = z.object({ answers: z.boolean() })
const healthSchema = z.object({ firestore: serviceSchema, paypal: serviceSchema })

function healthProblem(status: number, body: unknown): string | undefined {
  if (status === 200) return undefined
  const health = healthSchema.safeParse(body).data
  if (!health) return undefined
  const away = Object.entries(health).flatMap(([name, { answers }]) => (answers ? [] : [name]))
  return `The running shop gets no answer from ${away.join(' and ')}: compare its settings and its network with these.`
}

function addressProblem(status: number, site: string): string | undefined {
  if (status === 200 || status === 503) return undefined
  return status === 0
    ? `Nothing answers at ${site}: point its DNS at the host, and start the shop.`
    : `${site}/api/health answered ${status}: something else than this shop is there.`
}

/** Checks that the shop answers at its address, reaches its services, and keeps the sweep to its scheduler; changes nothing. */
export async function verifySite(site: string): Promise<readonly DoctorCheck[]> {
  const [health, sweep] = await Promise.all([
    readAnswer(`${site}/api/health`),
    readAnswer(`${site}/api/sweep`, { method: 'POST' }),
  ])
  const address = addressProblem(health.status, site)
  if (address !== undefined) return [check(`Site ${site}`, address)]
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
