import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { trackedFiles } from './tracked-files.ts'

const ROOT = join(import.meta.dirname, '..')
const shop = trackedFiles(ROOT)
  .filter((file) => /^(?:app|components|lib|cli)\/.*(?<!\.test|\.fixture)\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))

/** How a file that does not write orders may name an order's document: to read it, or for its path. */
const READS =
  /tx\.get(?:All)?\(orderReference\(|\.map\(orderReference\)|orderReference\([\w.]+\)\.path/g

test('one file names the collection of orders, and nothing else writes an order', () => {
  const naming = shop.filter(({ text }) => /(?:collection|doc)\(\s*[`'"]orders\b/.test(text))
  const writers = shop.filter(({ text }) => /^const ORDERS = 'orders'$/m.test(text))
  const files = writers.map(({ file }) => file)
  assert.deepEqual(files, ['lib/order/order-store.ts'])
  assert.deepEqual(
    naming.map(({ file }) => file),
    [],
  )
  for (const { file, text } of shop) {
    if (files.includes(file)) continue
    const body = text.replaceAll(/^import [^;']*? from '[^']+'$/gm, '').replaceAll(READS, '')
    assert.doesNotMatch(body, /\borderReference\b/, `${file} does more than read an order`)
  }
})

test('an order is created and changed by commit alone, and its checks are moved by three', () => {
  const store = shop.find(({ file }) => file === 'lib/order/order-store.ts')
  const writing = (store?.text ?? '')
    .split(/^(?=(?:export )?(?:async )?function )/m)
    .flatMap((part) => {
      const isWriting =
        /\b(?:tx|batch)\.(?:create|update|delete)\(|tx\.set\((?:document|reference)|orderReference\(\w+\)\.(?:set|create|update|delete)\(/.test(
          part,
        )
      return isWriting ? (/function (\w+)/.exec(part)?.[1] ?? part) : []
    })
  assert.deepEqual(writing.toSorted(), [
    'commit',
    'postponeOrder',
    'postponeParcel',
    'postponeUnreadable',
    'repairIndex',
  ])
})
