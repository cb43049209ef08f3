import type { MailDraft } from '#lib/mail/mail.ts'
import { outside } from './outside.ts'

/** Tells a line of the log by its name. */
export function log(name: string): void {
  outside().log(name)
}

/** The same for failures. */
export function logFailure(name: string): void {
  outside().log(name)
}

/** The same for an unanswered provider or database; any other failure is thrown. */
export function logUnavailable(name: string, error: unknown): void {
  const known = ['ProviderProblem', 'DatabaseUnavailable']
  if (!(error instanceof Error && known.includes(error.name))) throw error
  outside().log(name)
}

/** Writes a mail that stands for itself. */
export async function writeMailOnce({ id }: MailDraft): Promise<boolean> {
  outside().mail(id)
  return true
}

/** The products on sale. */
export async function findProducts() {
  return outside().products()
}

/** The same for those who sell what is planned, too. */
export async function findPlannedProducts() {
  return outside().products()
}

/** Whether the member may ask again. */
export function hasAllowance(): boolean {
  return outside().hasAllowance()
}

/** Whether a provider's answer about a number is good yet. */
export function isAnswerGood(reference: string): boolean {
  return outside().isAnswerGood?.(reference) ?? false
}

/** Whether a buyer's browser has the form of a number that the provider may not know yet. */
export function isFormOut(reference: string): boolean {
  return outside().isFormOut?.(reference) ?? false
}

/** No mail and no invoice is sent here. */
export async function finishWritten(): Promise<void> {
  outside().log('written-finished')
}

/** The settings of the shop. */
export function settings() {
  return outside().settings()
}

/** Whether buyers are reminded. */
export async function readReminders(): Promise<boolean> {
  return outside().hasReminders()
}
