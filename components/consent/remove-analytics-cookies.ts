/** Removes Google Analytics' cookies from this browser; its script sets them for the widest domain that takes them. */
export function removeAnalyticsCookies(): void {
  const names = [...document.cookie.matchAll(/(?:^|; )(_ga(?:_\w+)?)=/g)].map(([, name]) => name)
  const parts = window.location.hostname.split('.')
  for (const name of names) {
    document.cookie = `${name}=; path=/; max-age=0`
    for (const from of parts.keys()) {
      document.cookie = `${name}=; path=/; max-age=0; domain=.${parts.slice(from).join('.')}`
    }
  }
}
