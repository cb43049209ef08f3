import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { connect } from './client.ts'
import { missingEntry } from './indexes.ts'
import type { Filter, StructuredQuery } from './messages.ts'
import { service } from './protocol.ts'
import { planQuery } from './queries.ts'
import { makeDirectory, startServer } from './started-server.fixture.ts'

const PARENT = 'projects/demo-x/databases/(default)/documents'

const indexOf = (...fields: { fieldPath: string; order: 'ASCENDING' | 'DESCENDING' }[]) => ({
  collectionGroup: 'orders',
  queryScope: 'COLLECTION',
  fields,
})
const up = (fieldPath: string) => ({ fieldPath, order: 'ASCENDING' }) as const
const down = (fieldPath: string) => ({ fieldPath, order: 'DESCENDING' }) as const

const declared = {
  indexes: [indexOf(up('uid'), down('createdAt')), indexOf(up('status'), down('createdAt'))],
  fieldOverrides: [{ collectionGroup: 'orders', fieldPath: 'secret', indexes: [] }],
}

const where = (fieldPath: string, op = 'EQUAL'): Filter => ({
  filterType: 'fieldFilter',
  fieldFilter: {
    field: { fieldPath },
    op,
    value: {
      valueType: 'arrayValue',
      arrayValue: { values: [{ valueType: 'stringValue', stringValue: 'x' }] },
    },
  },
})

const query = (
  filters: Filter[],
  ...order: { fieldPath: string; order: string }[]
): StructuredQuery => ({
  from: [{ collectionId: 'orders' }],
  where: { filterType: 'compositeFilter', compositeFilter: { op: 'AND', filters } },
  orderBy: order.map(({ fieldPath, order: direction }) => ({ field: { fieldPath }, direction })),
})

const uid = where('uid')

const cases: [string, StructuredQuery, string[] | undefined][] = [
  ['equalities alone', query([uid, where('status')]), undefined],
  ['a range in its own order', query([where('total', 'LESS_THAN')], down('total')), undefined],
  ['as declared', query([uid], down('createdAt')), undefined],
  ['as declared, read backwards', query([uid], up('createdAt')), undefined],
  ['what a list contains', query([uid, where('tries', 'ARRAY_CONTAINS')]), undefined],
  [
    'what a list contains, in an order',
    query([where('tries', 'ARRAY_CONTAINS')], down('createdAt')),
    ['tries CONTAINS', 'createdAt DESCENDING'],
  ],
  ['two merged', query([uid, where('status', 'IN')], down('createdAt')), undefined],
  ['names backwards', query([uid], down('__name__')), undefined],
  ['another order', query([uid], up('total')), ['uid ASCENDING', 'total ASCENDING']],
  [
    'a range beside an equality',
    query([uid, where('total', 'GREATER_THAN')]),
    ['uid ASCENDING', 'total ASCENDING'],
  ],
  [
    'an equality that no index brings',
    query([uid, where('other')], down('createdAt')),
    ['uid ASCENDING', 'other ASCENDING', 'createdAt DESCENDING'],
  ],
  [
    'names against the order',
    query([uid], down('createdAt'), up('__name__')),
    ['uid ASCENDING', 'createdAt DESCENDING', '__name__ ASCENDING'],
  ],
  [
    'two orders',
    query([], up('createdAt'), up('total')),
    ['createdAt ASCENDING', 'total ASCENDING'],
  ],
  ['an exempt field', query([where('secret')]), ['secret ASCENDING']],
]

for (const [what, structured, missing] of cases) {
  test(what, () => {
    const entry = missingEntry(planQuery(PARENT, structured), [], declared)
    const parts = entry?.fields.map(
      ({ fieldPath, order, arrayConfig }) => `${fieldPath} ${order ?? arrayConfig}`,
    )
    assert.deepEqual(parts, missing)
  })
}

test('a sum needs the field it sums', () => {
  assert.ok(missingEntry(planQuery(PARENT, query([uid])), ['total'], declared))
  assert.equal(missingEntry(planQuery(PARENT, query([])), ['total'], declared), undefined)
})

test('the server prints the entry that firestore.indexes.json lacks', async (t) => {
  const directory = makeDirectory(t)
  const file = join(directory, 'firestore.indexes.json')
  writeFileSync(file, JSON.stringify({ ...declared, fieldOverrides: [] }))
  const server = await startServer(t, directory, '--indexes', file)
  const caller = connect(server.address, service)
  t.after(() => caller.close())
  const ask = (structuredQuery: StructuredQuery) =>
    caller.ask('RunQuery', { parent: PARENT, structuredQuery })
  assert.equal((await ask(query([uid], down('createdAt')))).length, 1)
  await assert.rejects(ask(query([uid], up('total'))), { code: 9 })
  assert.match((await server.stop('SIGTERM')).output, /lacks this entry[^]*"fieldPath": "total"/)
})
