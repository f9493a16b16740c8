import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const { HOST = '127.0.0.1', PORT = '3000' } = process.env
// The host stays the browser's own: the server refuses calls that come from another site.
const proxy = { target: `http://${HOST}:${PORT}`, changeOrigin: false }

/**
 * What the sign-in needs and other screens share: in one file it takes a third fewer bytes than in the thirty that the bundler
 * makes, as each is compressed alone.
 */
const ofSignIn =
  /node_modules\/(?:react|react-dom|react-router|scheduler|zustand|clsx)\/|@mantine\/core\/esm\/(?:core|components\/(?:ActionIcon|Alert|Button|CloseButton|Group|Input|InputBase|Loader|Overlay|Paper|PasswordInput|Stack|Text|TextInput|Title|Transition|UnstyledButton|VisuallyHidden))\/|src\/(?:contract\/(?:session|refusals|fields|wire|factor-fields)|domain\/(?:calendar|money|school|student-search|roles|rights|outcome|refusals)|web\/api\/(?:call|session|confirmation|drafts|preferences))\.ts/

/**
 * What every screen behind the sign-in reads, for the same reason. The pieces of dialogs are named because the bundler puts them
 * into the file of the popups' library otherwise, which every screen with a dialog would load. What reads files that are brought in stays with the screen that does.
 */
const ofSignedIn =
  /@tanstack\/(?:query-core|react-query)\/|@mantine\/core\/esm\/components\/(?:FocusTrap|Portal)\/|@mantine\/hooks\/esm\/use-focus-return\/|src\/(?:reports|domain)\/(?!import|plain-text)/

const groups = [
  { name: 'sign-in', test: ofSignIn },
  { name: 'signed-in', test: ofSignedIn },
]

export default defineConfig({
  root: 'src/web',
  plugins: [react()],
  build: {
    target: 'es2023',
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  // Only for `npm run dev`: the page is served by Vite, the calls by the server.
  server: {
    host: '127.0.0.1',
    proxy: { '/users': proxy, '/admissions': proxy, '/finances': proxy, '/imports': proxy },
  },
})
