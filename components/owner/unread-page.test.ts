import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const FOLDER = join(import.meta.dirname, '..', '..', 'app', 'owner')

const pages = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => {
  return file.endsWith('page.tsx')
})

test("every page of the owner's says so where its reads fail", () => {
  assert.ok(pages.length > 20)
  for (const page of pages) {
    const [, exported = ''] =
      /^export default (.*)$/m.exec(readFileSync(join(FOLDER, page), 'utf8')) ?? []
    assert.match(exported, /^readOrSay\(/, page)
  }
})
