import assert from 'node:assert/strict'
import { test } from 'node:test'

import { escapeHtml, mailboxPage } from './page.ts'

const link = 'http://127.0.0.1:9099/emulator/action?mode=verifyEmail&oobCode=a&apiKey=k'

test('text is made harmless', () => {
  assert.equal(escapeHtml(`<b a="1">&'`), "&lt;b a=&quot;1&quot;&gt;&amp;'")
})

test('a mail shows its addressee and its whole link', () => {
  const page = mailboxPage(
    [{ email: 'a<b>@example.com', requestType: 'VERIFY_EMAIL', oobLink: link }],
    [],
  )
  assert.match(page, /請驗證您的電子信箱/)
  assert.match(page, /a&lt;b&gt;@example\.com/)
  assert.ok(page.includes(`href="${link.replaceAll('&', '&amp;')}"`))
})

test('a reset asks for the new password and passes the code on', () => {
  const page = mailboxPage(
    [{ email: 'a@example.com', requestType: 'PASSWORD_RESET', oobLink: link }],
    [],
  )
  assert.match(page, /action="http:\/\/127\.0\.0\.1:9099\/emulator\/action"/)
  assert.match(page, /name="oobCode" value="a"/)
  assert.match(page, /name="newPassword" type="password"/)
})

test('an empty and an unreachable mailbox say so', () => {
  assert.match(mailboxPage([], []), /目前沒有信件/)
  assert.match(mailboxPage(null, []), /登入服務沒有回應/)
})
