import { type FirebaseOptions, initializeApp } from '@firebase/app'
import {
  type Auth,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  FacebookAuthProvider,
  getAdditionalUserInfo,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  updatePassword,
  type User,
} from '@firebase/auth'

import type { WebConfig } from '#lib/account/session.ts'

/** A new sign-in of this browser: its proof for the server, whether the account is new, and how to undo it. */
export type Entry = {
  readonly idToken: string
  readonly isNew: boolean
  readonly remove: () => Promise<void>
}

const PROVIDERS = { 'google.com': GoogleAuthProvider, 'facebook.com': FacebookAuthProvider }

/** A provider whose window can be opened. */
export type PopupProvider = keyof typeof PROVIDERS

async function entry(user: User, isNew = false): Promise<Entry> {
  return { idToken: await user.getIdToken(), isNew, remove: () => user.delete() }
}

// The frame through which a window answers comes without a name; a screen reader would tell of it, and Tab stop at it.
function nameFrames(): void {
  const unnamed = ':scope > iframe:not([title])'
  new MutationObserver(() => {
    for (const frame of document.body.querySelectorAll<HTMLIFrameElement>(unnamed)) {
      frame.title = '登入服務'
      frame.tabIndex = -1
    }
  }).observe(document.body, { childList: true })
}

function openAuth({ emulatorHost, ...config }: WebConfig): Auth {
  const options: FirebaseOptions = config
  // The session cookie is the only sign-in state. Safari and phones block a popup that is not prepared now.
  const auth = initializeAuth(initializeApp(options), {
    persistence: inMemoryPersistence,
    popupRedirectResolver: browserPopupRedirectResolver,
  })
  auth.languageCode = 'zh-TW'
  nameFrames()
  if (process.env.NEXT_PUBLIC_LOCAL === '1' && emulatorHost) {
    connectAuthEmulator(auth, `http://${emulatorHost}`, { disableWarnings: true })
  }
  return auth
}

let opened: Auth | undefined

/** The sign-in service as this browser uses it; every call throws the service's own error. */
export function getAuthClient(config: WebConfig) {
  const auth = (opened ??= openAuth(config))
  const withPassword = async (email: string, password: string) =>
    (await signInWithEmailAndPassword(auth, email, password)).user

  return {
    password: async (email: string, password: string) => entry(await withPassword(email, password)),
    popup: async (provider: PopupProvider) => {
      const credential = await signInWithPopup(auth, new PROVIDERS[provider]())
      const isNew = getAdditionalUserInfo(credential)?.isNewUser ?? false
      return entry(credential.user, isNew)
    },
    register: async (email: string, password: string) =>
      entry((await createUserWithEmailAndPassword(auth, email, password)).user, true),
    sendVerification: async (url: string) => {
      if (auth.currentUser) await sendEmailVerification(auth.currentUser, { url })
    },
    sendReset: (email: string, url: string) => sendPasswordResetEmail(auth, email, { url }),
    changePassword: async (email: string, current: string, next: string) =>
      updatePassword(await withPassword(email, current), next),
    leave: () => signOut(auth),
  }
}

/** The calls that openDoors offers. */
export type AuthClient = ReturnType<typeof getAuthClient>
