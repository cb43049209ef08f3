import { z } from 'zod'

import { check, type DoctorCheck } from './check.ts'
import { readAnswer } from './read-answer.ts'

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
