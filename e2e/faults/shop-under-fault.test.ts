import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { test } from 'node:test'

import { startShopUnderFault } from './shop-under-fault.ts'

function childrenAndServers(): string[] {
  return process
    .getActiveResourcesInfo()
    .filter((name) => name === 'ProcessWrap' || name === 'TCPServerWrap')
}

async function dataFolders(): Promise<string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith('ourtee-faults-'))
}

test('a shop that does not start leaves no stand-in, server or folder behind', async (t) => {
  const path = process.env.PATH
  t.after(() => {
    process.env.PATH = path
  })
  // The stand-ins find node here; the shop does not find next.
  process.env.PATH = dirname(process.execPath)
  const [servers, folders] = [childrenAndServers(), await dataFolders()]
  await assert.rejects(startShopUnderFault({ firstPort: 3500 }), /^Error: shop ended at its start/)
  assert.deepEqual(childrenAndServers(), servers)
  assert.deepEqual(await dataFolders(), folders)
})
