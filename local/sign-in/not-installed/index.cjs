// firebase-tools asks for this package, and its sign-in emulator never loads it; see local/sign-in/README.md.
throw new Error(
  'firebase-tools is here for its sign-in emulator alone. For its commands: npm install --global firebase-tools',
)
