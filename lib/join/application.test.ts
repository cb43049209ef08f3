import assert from 'node:assert/strict'
import { test } from 'node:test'

import { joinFieldsSchema } from './application.ts'
import { workLink } from './work-link.ts'

const links: readonly (readonly [typed: string, link: string | undefined])[] = [
  ['', ''],
  ['  ', ''],
  ['https://studio.example/works', 'https://studio.example/works'],
  ['studio.example', 'https://studio.example/'],
  ['http://studio.example', 'http://studio.example/'],
  ['javascript:alert(1)', undefined],
  ['ftp://studio.example', undefined],
  ['我的作品', undefined],
  ['studio', undefined],
]

for (const [typed, link] of links) {
  test(`the works at "${typed}" are ${link ?? 'refused'}`, () =>
    assert.equal(workLink(typed), link))
}

const whole = {
  name: '阿晴',
  email: 'Sunny@Studio.example',
  link: 'studio.example',
  words: '一行\n二行',
  consent: true as const,
}

test("the form's fields are kept with a full address and a plain e-mail", () => {
  assert.deepEqual(joinFieldsSchema.parse(whole), {
    ...whole,
    email: 'sunny@studio.example',
    link: 'https://studio.example/',
  })
})

const broken: readonly (readonly [name: string, change: object])[] = [
  ['no name', { name: ' ' }],
  ['a name without anything to see', { name: '\u200B' }],
  ['an e-mail with a line break', { email: 'a@b.example\nbcc: c@d.example' }],
  ['two e-mails', { email: 'a@b.example, c@d.example' }],
  ['a script instead of works', { link: 'javascript:alert(1)' }],
  ['no words', { words: '' }],
  ['too many words', { words: '字'.repeat(2001) }],
  ['no consent', { consent: false }],
  ['a field that the form does not have', { owner: true }],
]

for (const [name, change] of broken) {
  test(`${name} is refused`, () => {
    assert.equal(joinFieldsSchema.safeParse({ ...whole, ...change }).success, false)
  })
}
