/** Tells the shop's other tabs that who is signed in has changed; this one, which knows, is not told. */
export function tellOtherTabs(): void {
  try {
    localStorage.setItem('signed-in-changed', String(Date.now()))
  } catch {
    // They look for themselves when they are looked at.
  }
}

/** Tells every tab, this one too, that who is signed in has changed, so that the header looks again. */
export function announceSignIn(): void {
  tellOtherTabs()
  window.dispatchEvent(new Event('signed-in-changed'))
}
