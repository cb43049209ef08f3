import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, test } from 'node:test'

import { readMarkdown } from './content-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'ourtee-text-'))
after(() => rmSync(folder, { recursive: true }))

function read(body: string) {
  writeFileSync(join(folder, 'text.md'), `---\ntitle: 一件衣服\n---\n\n${body}\n`)
  return readMarkdown(relative(process.cwd(), folder), 'text.md')
}

test('a script or a style whose words would stay on the page is refused in words (rule 1115)', async () => {
  for (const body of ['<script>alert(1)</script>', '一\n\n<STYLE>p { color: red }</STYLE>\n\n二'])
    await assert.rejects(
      read(body),
      /text\.md: .+<script> 與 <style> 不會執行，裡面的字卻會留在網頁上/,
    )
})

test('a script that is shown as code is a text like any other (rule 1115)', async () => {
  for (const body of ['`<script>` 是什麼', '```\n<script>alert(1)</script>\n```'])
    assert.match((await read(body)).body, /script/)
})
