// Check in this page: run the checker on the certificates, with a log of every step.
(() => {
  'use strict';
  const { ui } = trueodds;
  const log = ui.byId('log');
  const steps = (name) => {
    const list = ui.make('ul');
    log.append(ui.make('li', {}, name, list));
    return (text, kind = '') => list.append(ui.make('li', { class: kind }, text));
  };

  // Check one certificate; true if all of its claims are proved.
  function check(name, content) {
    const step = steps(name);
    try {
      const claims = trueodds.check(content, step);
      step(`Proved: ${claims.length} claim${claims.length > 1 ? 's' : ''}, such as ${claims[0].join(' = ').slice(0, 80)}`, 'verdict-true');
      return true;
    } catch (error) {
      step(`Not proved: ${error.message.slice(0, 300)}`, 'verdict-false');
      return false;
    }
  }

  // Let the page be painted between two certificates.
  const pause = () => new Promise((resolve) => { setTimeout(resolve, 0); });

  async function checkAll() {
    log.replaceChildren();
    const bytes = await trueodds.load('certificates');
    const certificates = Object.entries(JSON.parse(new TextDecoder().decode(bytes)));
    let proved = 0;
    for (const [name, content] of certificates) {
      await pause();
      proved += check(name, content);
    }
    log.append(ui.make('li', { class: 'total' }, `${proved} of ${certificates.length} certificates are proved.`));
  }

  ui.byId('check').addEventListener('submit', (event) => {
    event.preventDefault();
    checkAll().catch((error) => steps('The certificates cannot be read')(error.message, 'verdict-false'));
  });
  ui.byId('own').addEventListener('change', async ({ target }) => {
    log.replaceChildren();
    for (const file of target.files) check(file.name, await file.text());
  });
  ui.byId('check').hidden = false;
})();
