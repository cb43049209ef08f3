import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

import { check, type DoctorCheck } from './check.ts'
import { type CheckAnswer, readAnswer } from './read-answer.ts'

const fieldSchema = z.object({
  fieldPath: z.string(),
  order: z.string().optional(),
  arrayConfig: z.string().optional(),
})

/** The compared part of firestore.indexes.json. */
const indexFileSchema = z.object({
  indexes: z.array(z.object({ collectionGroup: z.string(), fields: z.array(fieldSchema) })),
  fieldOverrides: z
    .array(
      z.object({ collectionGroup: z.string(), fieldPath: z.string(), ttl: z.boolean().optional() }),
    )
    .default([]),
})
type WantedIndex = z.infer<typeof indexFileSchema>['indexes'][number]

/** Firestore's list of indexes (cloud.google.com, Firestore Admin API). */
const indexListSchema = z.object({
  indexes: z
    .array(z.object({ name: z.string(), state: z.string(), fields: z.array(fieldSchema) }))
    .default([]),
})

// Firestore appends the document name to an index's fields.
function fieldsText(fields: WantedIndex['fields']): string {
  return fields
    .filter(({ fieldPath }) => fieldPath !== '__name__')
    .map(({ fieldPath, order, arrayConfig }) => `${fieldPath} ${order ?? arrayConfig ?? ''}`)
    .join(', ')
}

/** Firestore's list of fields by which it removes documents (ttlConfig of the Firestore Admin API). */
const expiringFieldsSchema = z.object({
  fields: z
    .array(z.object({ name: z.string(), ttlConfig: z.object({ state: z.string() }).optional() }))
    .default([]),
})

function plain(rules: string): string {
  return rules.replaceAll(/\/\/[^\n]*/g, '').replaceAll(/\s+/g, '')
}

/** Addresses of Firestore's administration and rules. */
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

function databaseProblem({ status, body }: CheckAnswer): string | undefined {
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

function expiryProblem({ status, body }: CheckAnswer, project: string): string | undefined {
  if (status !== 200) return `Firestore answered ${status} when asked for its fields.`
  const { fields } = expiringFieldsSchema.catch({ fields: [] }).parse(body)
  const active = fields.filter(({ ttlConfig }) => ttlConfig?.state === 'ACTIVE')
  const kept = indexFile()
    .fieldOverrides.filter(({ ttl }) => ttl)
    .filter(
      ({ collectionGroup, fieldPath }) =>
        !active.some(({ name }) => name.endsWith(`/${collectionGroup}/fields/${fieldPath}`)),
    )
    .map(({ collectionGroup }) => collectionGroup)
  return kept.length === 0
    ? undefined
    : `Run ${DEPLOY} --project ${project} and wait a day: Firestore does not yet remove old documents of ${kept.join(', ')}.`
}

function indexProblem({ status, body }: CheckAnswer, project: string): string | undefined {
  if (status !== 200) return `Firestore answered ${status} when asked for its indexes.`
  const { indexes } = indexListSchema.catch({ indexes: [] }).parse(body)
  const ready = new Set(
    indexes
      .filter(({ state }) => state === 'READY')
      .map(({ name, fields }) => `${name.split('/').at(-3) ?? ''} (${fieldsText(fields)})`),
  )
  const missing = indexFile()
    .indexes.map(({ collectionGroup, fields }) => `${collectionGroup} (${fieldsText(fields)})`)
    .filter((index) => !ready.has(index))
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
  return plain(present) === plain(wanted) ? undefined : advice
}

/** Checks that the database is there with this repository's indexes and rules; changes nothing. */
export async function verifyFirestore(at: FirestoreAt): Promise<readonly DoctorCheck[]> {
  const { firestore, project, token } = at
  const database = `${firestore}/v1/projects/${project}/databases/(default)`
  const [found, indexes, fields, rules] = await Promise.all([
    readAnswer(database, { token }),
    readAnswer(`${database}/collectionGroups/-/indexes`, { token }),
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
