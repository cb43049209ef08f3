import { isDeepStrictEqual } from 'node:util'

import { acceptDocument } from './accepted-values.ts'
import { toMicros, toTimestamp } from './clock.ts'
import { fieldAt, withField } from './fields.ts'
import type { Draft, StoredVersion } from './history.ts'
import type { Document, Fields, Value, Write, WriteResult } from './messages.ts'
import { checkDocument, parseFieldPath } from './names.ts'
import { encodeDocument } from './protocol.ts'
import { notServed, refusal } from './refusal.ts'
import { transformField } from './transforms.ts'

const LARGEST = 1_048_576
const MOST_TRANSFORMS = 500

/** The document of a write; a malformed one is refused before any lock is taken. */
export function checkWrite(write: Write, database: string): string {
  if (write.operation === 'transform') throw notServed('Write.transform')
  const name = write.operation === 'delete' ? write.delete : write.update?.name
  if (write.updateTransforms.length > MOST_TRANSFORMS) {
    throw refusal('INVALID_ARGUMENT', `More than ${MOST_TRANSFORMS} transforms of a document.`)
  }
  return checkDocument(name, database)
}

export const toDocument = ({ createTime, updateTime, ...rest }: StoredVersion): Document => ({
  ...rest,
  createTime: toTimestamp(createTime),
  updateTime: toTimestamp(updateTime),
})

function checkPrecondition(name: string, write: Write, before: StoredVersion | undefined): void {
  const { conditionType, exists, updateTime } = write.currentDocument ?? {}
  if (conditionType === undefined) return
  if (exists === false && before) throw refusal('ALREADY_EXISTS', `${name} exists already.`)
  if (exists !== false && !before) throw refusal('NOT_FOUND', `${name} does not exist.`)
  if (updateTime && before && toMicros(updateTime) !== before.updateTime) {
    throw refusal('FAILED_PRECONDITION', `${name} was changed at another time.`)
  }
}

// Google takes an empty map of a merging write as the field's new value, and what was stored in it is gone. Whoever
// merges counts or names never wants that; an update, which must find the document, may.
function checkMerged({ update, updateMask, currentDocument }: Write, input: Fields): void {
  if (!updateMask || currentDocument?.exists === true) return
  const emptied = updateMask.fieldPaths.find((path) => {
    const value = fieldAt(input, parseFieldPath(path))
    return value?.valueType === 'mapValue' && Object.keys(value.mapValue.fields).length === 0
  })
  if (emptied === undefined) return
  const name = update?.name ?? ''
  throw refusal('INVALID_ARGUMENT', `${name}: a merge would empty the map ${emptied}.`)
}

function merge(before: Fields, paths: readonly string[], input: Fields): Fields {
  return paths
    .map(parseFieldPath)
    .reduce((fields, path) => withField(fields, path, fieldAt(input, path)), before)
}

function transformAll(merged: Fields, write: Write, time: number) {
  const transformResults: Value[] = []
  const fields = write.updateTransforms.reduce((before, transform) => {
    const { fields: after, result } = transformField(before, transform, time)
    transformResults.push(result)
    return after
  }, merged)
  return { fields, transformResults }
}

function setDocument(draft: Draft, write: Write, time: number): WriteResult {
  const { name = '', fields: input = {} } = write.update ?? {}
  const before = draft.document(name)
  const accepted = acceptDocument(input)
  checkMerged(write, input)
  const merged = write.updateMask
    ? merge(before?.fields ?? {}, write.updateMask.fieldPaths, accepted)
    : accepted
  const { fields, transformResults } = transformAll(merged, write, time)
  // A write without changes keeps the document's update time.
  if (before && isDeepStrictEqual(before.fields, fields)) {
    return { updateTime: toTimestamp(before.updateTime), transformResults }
  }
  const document = { name, fields, createTime: before?.createTime ?? time, updateTime: time }
  if (encodeDocument(toDocument(document)).length > LARGEST) {
    throw refusal('INVALID_ARGUMENT', `${name} would be larger than ${LARGEST} bytes.`)
  }
  draft.add({ name, time, document })
  return { updateTime: toTimestamp(time), transformResults }
}

/** Applies one write to the draft, which holds the ones before it, or refuses it. */
export function applyWrite(draft: Draft, write: Write, time: number): WriteResult {
  const name = (write.operation === 'delete' ? write.delete : write.update?.name) ?? ''
  const before = draft.document(name)
  checkPrecondition(name, write, before)
  if (write.operation !== 'delete') return setDocument(draft, write, time)
  if (before) draft.add({ name, time, document: undefined })
  return { transformResults: [] }
}
