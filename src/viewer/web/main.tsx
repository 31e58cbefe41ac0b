import { render } from 'preact';
import { App } from './app.tsx';
import { listenForKeys } from './shell/keys.ts';
import { followLinks } from './shell/router.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';
import './styles/shell.css';
import './styles/table.css';

followLinks();
listenForKeys();
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
