import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

import { MAIL_KINDS, MAIL_PARTS, placeholdersOf } from '#lib/mail/placeholders.ts'
import { readTemplates } from '#lib/mail/render-mail.ts'

const read = (name: string) => readFileSync(`content/mails/${name}.md`, 'utf8')

test('every mail is written, and names only what it can know', async () => {
  const { mails, parts } = await readTemplates('content')
  assert.equal(mails.size, MAIL_KINDS.length)
  assert.equal(parts.size, MAIL_PARTS.length)
})

test('content/mails holds no other file', () => {
  const known = [...MAIL_KINDS, ...MAIL_PARTS].map((name) => `${name}.md`)
  assert.deepEqual(readdirSync('content/mails').toSorted(), known.toSorted())
})

for (const name of [...MAIL_KINDS, ...MAIL_PARTS]) {
  test(`the links of ${name} lead to the shop or the carrier`, () => {
    const targets = [...read(name).matchAll(/\]\(([^)]*)\)/g)].map(([, to]) => to ?? '')
    assert.deepEqual(
      targets.filter((to) => !/^\{\w+_url\}$/.test(to)),
      [],
    )
    assert.doesNotMatch(read(name), /https?:|!\[/)
  })
}

test('content/README.md names every mail and every placeholder', () => {
  const chapter = readFileSync('content/README.md', 'utf8').split('### 信件')[1] ?? ''
  const names = MAIL_KINDS.flatMap((kind) => [...placeholdersOf(kind)].map((one) => `{${one}}`))
  const files = [...MAIL_KINDS, ...MAIL_PARTS].map((name) => `${name}.md`)
  assert.deepEqual(
    [...names, ...files].filter((name) => !chapter.includes(`\`${name}\``)),
    [],
  )
})

// A block with a value that is empty leaves out the whole block, and with it what is true of every order.
const SOMETIMES_EMPTY =
  /\{(?:invoice_replaces|invoice_stays|dispute_next|account_note|not_held|number_over)\}/

for (const name of MAIL_KINDS) {
  test(`${name} says nothing in the paragraph of a value that may be empty`, () => {
    const crowded = read(name)
      .split('\n')
      .filter((line) => SOMETIMES_EMPTY.test(line) && !/^\{\w+\}$/.test(line))
    assert.deepEqual(crowded, [])
  })
}

for (const part of ['placed', 'paid']) {
  test(`${part} carries what the buyer is to keep`, () => {
    assert.match(read(part), /^\{keep\}$/m)
  })
}
