import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const { HOST = '127.0.0.1', PORT = '3000' } = process.env
// The host stays the browser's own: the server refuses calls that come from another site.
const proxy = { target: `http://${HOST}:${PORT}`, changeOrigin: false }

/**
 * Code of the sign-in that other screens share: one file takes a third fewer bytes than the bundler's thirty, which are
 * compressed one by one.
 */
const ofSignIn =
  /node_modules\/(?:react|react-dom|react-router|scheduler|zustand|clsx)\/|@mantine\/core\/esm\/(?:core|components\/(?:ActionIcon|Alert|Button|CloseButton|Group|Input|InputBase|Loader|Overlay|Paper|PasswordInput|Stack|Text|TextInput|Title|Transition|UnstyledButton|VisuallyHidden))\/|src\/(?:contract\/(?:session|refusals|fields|wire|factor-fields)|domain\/(?:calendar|money|school|student-search|roles|rights|outcome|refusals)|web\/api\/(?:call|session|confirmation|drafts|preferences))\.ts/

/**
 * Code that all screens behind the sign-in share, in one file for the same reason. The parts of dialogs are named because the
 * bundler would add them to the popups' library. Code that reads imported files stays with the import.
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
