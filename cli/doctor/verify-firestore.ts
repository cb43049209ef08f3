import 'server-only'

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

import { type Check, check } from './check.ts'
import {
  expiringFieldsSchema,
  indexFileSchema,
  indexListSchema,
  missingIndexes,
  sameRules,
  unexpiring,
} from './firestore-state.ts'
import { type Answer, readAnswer } from './read-answer.ts'

/** Where Firestore's administration and its rules are. */
export type FirestoreAt = {
  readonly firestore: string
  readonly rules: string
  readonly project: string
  readonly token: string
}

const ROOT = join(import.meta.dirname, '..', '..')
const DEPLOY = 'firebase deploy --only firestore'

const releaseSchema = z.object({ rulesetName: z.string() })
const rulesetSchema = z.object({
  source: z.object({ files: z.array(z.object({ content: z.string() })).length(1) }),
})

function databaseProblem({ status, body }: Answer): string | undefined {
  const type = z.object({ type: z.string() }).safeParse(body).data?.type
  if (status === 200 && type === 'FIRESTORE_NATIVE') return undefined
  if (status === 200) return 'Make a new project: its database is in Datastore mode for ever.'
  return status === 404
    ? 'Create the database: Firebase console → Firestore Database, Standard edition, (default), near your server (asia-east1 is Taiwan).'
    : `Firestore answered ${status}: enable the Cloud Firestore API, and give the service account the role Firebase Admin.`
}

function indexFile() {
  const file = readFileSync(join(ROOT, 'firestore.indexes.json'), 'utf8')
  return indexFileSchema.parse(JSON.parse(file))
}

function expiryProblem({ status, body }: Answer, project: string): string | undefined {
  if (status !== 200) return `Firestore answered ${status} when asked for its fields.`
  const present = expiringFieldsSchema.catch({ fields: [] }).parse(body)
  const kept = unexpiring(indexFile(), present)
  return kept.length === 0
    ? undefined
    : `Run ${DEPLOY} --project ${project} and wait a day: Firestore does not yet remove old documents of ${kept.join(', ')}.`
}

function indexProblem({ status, body }: Answer, project: string): string | undefined {
  if (status !== 200) return `Firestore answered ${status} when asked for its indexes.`
  const { indexes: wanted } = indexFile()
  const present = indexListSchema.catch({ indexes: [] }).parse(body).indexes
  const missing = missingIndexes(wanted, present)
  return missing.length === 0
    ? undefined
    : `Run ${DEPLOY} --project ${project} and wait until these are built: ${missing.join('; ')}.`
}

async function rulesProblem({ rules, project, token }: FirestoreAt): Promise<string | undefined> {
  const advice = `Run ${DEPLOY} --project ${project}: the database's rules are not those of firestore.rules, by which nobody reaches it but the server.`
  const release = await readAnswer(`${rules}/v1/projects/${project}/releases/cloud.firestore`, {
    token,
  })
  const ruleset = releaseSchema.safeParse(release.body).data?.rulesetName
  if (release.status !== 200 || ruleset === undefined) return advice
  const { body } = await readAnswer(`${rules}/v1/${ruleset}`, { token })
  const present = rulesetSchema.safeParse(body).data?.source.files[0]?.content ?? ''
  const wanted = readFileSync(join(ROOT, 'firestore.rules'), 'utf8')
  return sameRules(present, wanted) ? undefined : advice
}

/** Checks that the database is there with this repository's indexes and rules; changes nothing. */
export async function verifyFirestore(at: FirestoreAt): Promise<readonly Check[]> {
  const { firestore, project, token } = at
  const database = `${firestore}/v1/projects/${project}/databases/(default)`
  const [found, indexes, fields, rules] = await Promise.all([
    readAnswer(database, { token }),
    readAnswer(`${database}/collectionGroups/orders/indexes`, { token }),
    readAnswer(`${database}/collectionGroups/-/fields?filter=ttlConfig:*`, { token }),
    rulesProblem(at),
  ])
  const problem = databaseProblem(found)
  const reached = check('Firestore database', problem)
  if (problem !== undefined) return [reached]
  return [
    reached,
    check('Firestore indexes', indexProblem(indexes, project)),
    check('Firestore removes what is old', expiryProblem(fields, project)),
    check('Firestore rules', rules),
  ]
}
