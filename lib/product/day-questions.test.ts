import assert from 'node:assert/strict'
import { test } from 'node:test'

import { dayNotice } from '#lib/mail/day-notice.ts'
import { dayQuestions, mailDue } from './day-questions.ts'
import { makeProduct } from './product.fixture.ts'

const shirt = makeProduct({
  preorder: true,
  preorder_deadline: '2027-02-28',
  estimated_ship_date: '2027-03-31',
  facts_known_by: '2027-01-15',
})

const at = (time: string) => new Date(`${time}+08:00`)

const about = (what: string, now: Date) =>
  dayQuestions(shirt, now).find((question) => question.about === what)

const mails: [string, string, string, number | undefined][] = [
  ['deadline', '15 days before', '2027-02-13T23:59:59', undefined],
  ['deadline', '14 days before', '2027-02-14T00:00:00', 14],
  ['deadline', '2 days before', '2027-02-26T12:00:00', 14],
  ['deadline', '1 day before', '2027-02-27T00:00:00', 1],
  ['deadline', 'on the day', '2027-02-28T00:00:00', 0],
  ['shipping', '1 day before', '2027-03-30T12:00:00', 1],
  ['shipping', 'weeks after', '2027-04-20T12:00:00', 0],
  ['facts', '14 days before', '2027-01-01T00:00:00', 14],
  ['facts', '3 days before', '2027-01-12T08:00:00', 3],
  ['facts', 'after a missed day', '2027-01-16T00:00:00', 0],
]

for (const [what, when, time, due] of mails) {
  test(`${when} the ${what} mail is that of ${due ?? 'no'} days before`, () => {
    const question = about(what, at(time))
    assert.equal(question && mailDue(question, at(time)), due)
  })
}

test('each time of each day has one mail, and a moved day has its own', () => {
  const now = at('2027-02-28T00:00:00')
  const question = about('deadline', now)
  assert.ok(question)
  const ids = [
    dayNotice(question, 14).id,
    dayNotice(question, 1).id,
    dayNotice({ ...question, day: '2027-03-15' }, 1).id,
  ]
  assert.equal(new Set(ids).size, 3)
  assert.equal(dayNotice(question, 1).id, ids[1])
})

test('nothing is asked about the last day of what has no units once it has passed', () => {
  const sold = { ...shirt, stock: 0 }
  const now = at('2027-03-01T00:00:00')
  assert.deepEqual(
    dayQuestions(sold, now).map((question) => question.about),
    ['facts'],
  )
})
