import { z } from 'zod'

const fieldSchema = z.object({
  fieldPath: z.string(),
  order: z.string().optional(),
  arrayConfig: z.string().optional(),
})

/** The file firestore.indexes.json, as far as it is compared. */
export const indexFileSchema = z.object({
  indexes: z.array(z.object({ collectionGroup: z.string(), fields: z.array(fieldSchema) })),
  fieldOverrides: z
    .array(
      z.object({ collectionGroup: z.string(), fieldPath: z.string(), ttl: z.boolean().optional() }),
    )
    .default([]),
})
type WantedIndex = z.infer<typeof indexFileSchema>['indexes'][number]

/** Firestore's list of indexes (cloud.google.com, Firestore Admin API). */
export const indexListSchema = z.object({
  indexes: z
    .array(z.object({ name: z.string(), state: z.string(), fields: z.array(fieldSchema) }))
    .default([]),
})
type PresentIndex = z.infer<typeof indexListSchema>['indexes'][number]

// Firestore adds the document's name to the fields that were asked for.
function inWords(fields: WantedIndex['fields']): string {
  return fields
    .filter(({ fieldPath }) => fieldPath !== '__name__')
    .map(({ fieldPath, order, arrayConfig }) => `${fieldPath} ${order ?? arrayConfig ?? ''}`)
    .join(', ')
}

/** The wanted indexes that are not ready at Firestore, each in words. */
export function missingIndexes(
  wanted: readonly WantedIndex[],
  present: readonly PresentIndex[],
): readonly string[] {
  const ready = new Set(
    present
      .filter(({ state }) => state === 'READY')
      .map(({ name, fields }) => `${name.split('/').at(-3) ?? ''} (${inWords(fields)})`),
  )
  return wanted
    .map(({ collectionGroup, fields }) => `${collectionGroup} (${inWords(fields)})`)
    .filter((index) => !ready.has(index))
}

/** Firestore's list of fields by which it removes documents (ttlConfig of the Firestore Admin API). */
export const expiringFieldsSchema = z.object({
  fields: z
    .array(z.object({ name: z.string(), ttlConfig: z.object({ state: z.string() }).optional() }))
    .default([]),
})

/** The collections whose old documents Firestore was told to remove here, and does not. */
export function unexpiring(
  { fieldOverrides }: z.infer<typeof indexFileSchema>,
  { fields }: z.infer<typeof expiringFieldsSchema>,
): readonly string[] {
  const active = fields.filter(({ ttlConfig }) => ttlConfig?.state === 'ACTIVE')
  return fieldOverrides
    .filter(({ ttl }) => ttl)
    .filter(
      ({ collectionGroup, fieldPath }) =>
        !active.some(({ name }) => name.endsWith(`/${collectionGroup}/fields/${fieldPath}`)),
    )
    .map(({ collectionGroup }) => collectionGroup)
}

function plain(rules: string): string {
  return rules.replaceAll(/\/\/[^\n]*/g, '').replaceAll(/\s+/g, '')
}

/** Whether two texts of rules say the same, whatever their comments and blanks. */
export function sameRules(one: string, other: string): boolean {
  return plain(one) === plain(other)
}
