import 'server-only'

import { randomUUID } from 'node:crypto'

import { sendMessage, smtpProblem } from '#lib/adapters/smtp/send.ts'
import { BRAND } from '#lib/company/company.ts'
import { CONTACT_EMAIL } from '#lib/company/purchase-terms.ts'
import type { Settings } from '#lib/settings/parse-settings.ts'
import { check, type DoctorCheck, unseen } from './check.ts'

const ADVICE = 'Set SMTP_URL to the server, user and password of your mail provider'

// Error codes of an unreachable mail server.
const UNREACHED = /\b(EDNS|ECONNECTION|ECONNREFUSED|ENOTFOUND|ETIMEDOUT|ESOCKET)\b/

function serverAdvice(problem: string): string {
  return UNREACHED.test(problem)
    ? `${ADVICE}, and look whether this machine reaches it: it was not reached (${problem}).`
    : `${ADVICE}; it answered the shop with ${problem}.`
}

async function testMail(settings: Settings): Promise<DoctorCheck> {
  const { OWNER_EMAIL: address = '', MAIL_FROM: from = '' } = settings
  const host = new URL(settings.NEXT_PUBLIC_SITE_URL).hostname
  const outcome = await sendMessage({
    messageId: `<test-${randomUUID()}@${host}>`,
    from: { name: BRAND, address: from },
    to: { name: '', address },
    replyTo: CONTACT_EMAIL,
    subject: `${BRAND} 的測試信`,
    text: '這封信由 npm run doctor 寄出：商店寄得出信。\n',
    html: '<p>這封信由 npm run doctor 寄出：商店寄得出信。</p>',
  })
  const name = 'Test mail to OWNER_EMAIL: look whether it came'
  if (outcome.kind === 'sent') return check(name, undefined)
  return check(
    name,
    `Set MAIL_FROM and OWNER_EMAIL to addresses that your mail provider takes: ${outcome.problem}.`,
  )
}

/** Checks that the mail server lets the shop in; with `sendsTest` it also sends the owner a mail. */
export async function verifyMail(
  input: Settings,
  sendsTest: boolean,
): Promise<readonly DoctorCheck[]> {
  if (input.SMTP_URL === 'none') return [unseen('Mails', 'SMTP_URL says that this shop sends none')]
  const problem = await smtpProblem()
  const server = check('Mail server', problem && serverAdvice(problem))
  return problem === undefined && sendsTest ? [server, await testMail(input)] : [server]
}
