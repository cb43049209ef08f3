import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
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
  const { PATH: path, TMPDIR: tmp } = process.env
  // A separate place: other tests create such folders meanwhile.
  const place = await mkdtemp(join(tmpdir(), 'ourtee-not-started-'))
  t.after(async () => {
    process.env.PATH = path
    if (tmp === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = tmp
    await rm(place, { recursive: true })
  })
  process.env.TMPDIR = place
  // The stand-ins find node here; the shop does not find next.
  process.env.PATH = dirname(process.execPath)
  const [servers, folders] = [childrenAndServers(), await dataFolders()]
  await assert.rejects(startShopUnderFault({ firstPort: 3600 }), /^Error: shop ended at its start/)
  assert.deepEqual(childrenAndServers(), servers)
  assert.deepEqual(await dataFolders(), folders)
})
