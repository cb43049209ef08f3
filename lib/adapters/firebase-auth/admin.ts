import 'server-only'

import { getApps, initializeApp } from 'firebase-admin/app'
import { type Auth, getAuth } from 'firebase-admin/auth'

import { withinDeadline } from '../../time/deadline.ts'
import { firebaseOptions } from './credentials.ts'

/** Deadline of a sign-in call, in milliseconds. */
const SIGN_IN_DEADLINE = 8_000

/** The sign-in service did not answer in time, or cannot be reached; nothing is known about the member. */
export class SignInUnavailable extends Error {
  override readonly name = 'SignInUnavailable'
}

/** The administrative side of the sign-in service; one a process. */
export function admin(): Auth {
  return getAuth(getApps()[0] ?? initializeApp(firebaseOptions()))
}

/** The code of an error of firebase-admin, empty for any other. */
export function adminCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''
}

/** Waits for the sign-in service at most until the deadline; throws SignInUnavailable when it passes. */
export async function withAuthDeadline<T>(what: string, call: Promise<T>): Promise<T> {
  const message = `${what} took longer than ${SIGN_IN_DEADLINE} ms`
  return withinDeadline(call, SIGN_IN_DEADLINE, () => new SignInUnavailable(message))
}
