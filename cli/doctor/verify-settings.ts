import { check, type DoctorCheck } from './check.ts'

const NO_ACTION_KEY =
  'Set it to what `openssl rand -base64 32` prints, for the build and for the server: without it each deployment changes the names of all server actions, and every page that is open then has to be loaded anew.'

const NO_PREFIX =
  'Set it before the first order to two or three capital letters or digits that no other shop or test at your PayPal, LINE Pay and ECPay accounts has, such as OT1, and never change it: orders with the same number are refused at PayPal, and share their invoice at ECPay.'

/** Whether this installation's numbers at the providers are its own. */
export function verifyProviderPrefix({
  mode,
  PROVIDER_PREFIX: prefix,
}: {
  readonly mode: 'local' | 'production'
  readonly PROVIDER_PREFIX?: string | undefined
}): readonly DoctorCheck[] {
  if (mode === 'local') return []
  return [check('PROVIDER_PREFIX', prefix === undefined ? NO_PREFIX : undefined)]
}

/** Whether builds name their server actions alike: a build without this setting invents a key of its own. */
export function verifyActionKey({
  mode,
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: key,
}: {
  readonly mode: 'local' | 'production'
  readonly NEXT_SERVER_ACTIONS_ENCRYPTION_KEY?: string | undefined
}): readonly DoctorCheck[] {
  if (mode === 'local') return []
  return [
    check('NEXT_SERVER_ACTIONS_ENCRYPTION_KEY', key === undefined ? NO_ACTION_KEY : undefined),
  ]
}
