import { refusal } from './refusal.ts'

const DATABASE = /^projects\/[^/]+\/databases\/[^/]+$/
const ROOT = /^(projects\/[^/]+\/databases\/[^/]+)\/documents(?:\/(.+))?$/s
const RESERVED = /^__.*__$/s
const NUMERIC = /^__id(-?\d+)__$/

export function checkDatabase(name = ''): string {
  if (!DATABASE.test(name)) throw refusal('INVALID_ARGUMENT', `"${name}" names no database.`)
  return name
}

export function checkId(id: string): string {
  const bad = id === '' || id === '.' || id === '..' || id.includes('/')
  if (bad || Buffer.byteLength(id) > 1500 || (RESERVED.test(id) && !NUMERIC.test(id))) {
    throw refusal('INVALID_ARGUMENT', `"${id.slice(0, 80)}" is no valid id.`)
  }
  return id
}

/** The root or a document, below which collections lie. */
export function checkParent(parent = ''): { database: string; parent: string } {
  const [, database, path] = ROOT.exec(parent) ?? []
  const ids = path?.split('/') ?? []
  if (database === undefined || ids.length % 2 === 1) {
    throw refusal('INVALID_ARGUMENT', `"${parent}" names neither a document nor the root.`)
  }
  ids.forEach(checkId)
  return { database, parent }
}

export function checkDocument(name = '', database?: string): string {
  const found = checkParent(name)
  if (name.endsWith('/documents') || (database !== undefined && found.database !== database)) {
    throw refusal('INVALID_ARGUMENT', `"${name}" names no document of this database.`)
  }
  return name
}

export const collectionOf = (document: string) => document.slice(0, document.lastIndexOf('/'))

export const idOf = (name: string) => name.slice(name.lastIndexOf('/') + 1)

/** UTF-8 byte order: UTF-16 differs from it only where a surrogate meets another unit. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i += 1) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) {
      const [high, other] = [x >= 0xd800 && x <= 0xdfff, y >= 0xd800 && y <= 0xdfff]
      return high === other ? x - y : Number(high) - Number(other)
    }
  }
  return a.length - b.length
}

function compareIds(a: string, b: string): number {
  const [x, y] = [NUMERIC.exec(a)?.[1], NUMERIC.exec(b)?.[1]]
  if (x !== undefined && y !== undefined) return Number(BigInt(x) - BigInt(y))
  if (x === undefined && y === undefined) return compareText(a, b)
  return x === undefined ? 1 : -1
}

/** Order of `__name__`: by segment, numeric ids first. */
export function compareNames(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')]
  for (const [i, segment] of left.entries()) {
    const other = right[i]
    const order = other === undefined ? 1 : compareIds(segment, other)
    if (order !== 0) return order
  }
  return left.length - right.length
}

/** `a.b` and `` `x.y`.z `` into their field names. */
export function parseFieldPath(path = ''): string[] {
  const segment = /(?:([A-Za-z_]\w*)|`((?:[^`\\]|\\.)+)`)(\.|$)/sy
  const names: string[] = []
  let more = true
  while (more) {
    const [, plain, quoted = '', end] = segment.exec(path) ?? []
    if (end === undefined) throw refusal('INVALID_ARGUMENT', `"${path}" is no field path.`)
    names.push(plain ?? quoted.replace(/\\(.)/gs, '$1'))
    more = end === '.'
  }
  return names
}
